import { PlatformError } from '@gateway/platform-kit';
import { describe, expect, it, vi } from 'vitest';
import { connect, expectNoSecret, question, scriptedApi, start } from './harness.js';

const TOKEN = 'xoxb-secret-part';

const failing = async (answer: () => unknown) => {
  const api = scriptedApi({ 'chat.postMessage': answer });
  const { connection } = await connect({ credentials: { bot_token: TOKEN }, fetch: api.fetch });
  const error: unknown = await connection.sendMessage({ target: 'C1', text: 'x' }).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(PlatformError);
  expectNoSecret(error, TOKEN);
  return { error, calls: api.calls };
};

describe('what Slack refuses', () => {
  it.each([
    ['invalid_auth', 'auth', /Bot User OAuth Token/],
    ['token_revoked', 'auth', /Bot User OAuth Token/],
    ['not_allowed_token_type', 'auth', /Bot User OAuth Token/],
    ['not_in_channel', 'forbidden', /\/invite/],
    ['channel_not_found', 'not_found', /channel id/],
    ['is_archived', 'forbidden', /Unarchive/],
    ['messages_tab_disabled', 'forbidden', /App Home/],
    ['restricted_action_read_only_channel', 'forbidden', /permissions/],
    ['msg_too_long', 'invalid', null],
    ['invalid_blocks', 'invalid', null],
    ['internal_error', 'unavailable', null],
    ['unknown_method', 'unavailable', /PLATFORM_SLACK_API_URL/],
    ['something_new', 'invalid', null],
  ] as const)('with %s is called %s', async (code, kind, hint) => {
    const { error } = await failing(() => ({ ok: false, error: code }));
    expect(error).toMatchObject({
      code: kind,
      message: `Slack: ${code}.`,
      hint: hint === null ? null : expect.stringMatching(hint),
    });
  });

  it('for want of a scope names it', async () => {
    const { error } = await failing(() => ({
      ok: false,
      error: 'missing_scope',
      needed: 'chat:write',
      provided: 'users:read',
    }));
    expect(error).toMatchObject({ code: 'forbidden', hint: expect.stringMatching(/scope chat:write .*reinstall/) });
  });

  it('in detail is told in detail, without secrets', async () => {
    const messages = [`[ERROR] must be less than 3001 characters [json-pointer:/blocks/0/text/text] ${TOKEN}`];
    const { error } = await failing(() => ({ ok: false, error: 'invalid_blocks', response_metadata: { messages } }));
    expect(error).toMatchObject({ message: expect.stringContaining('must be less than 3001 characters') });
  });

  it.each([
    ['HTTP 429', () => new Response('', { status: 429, headers: { 'retry-after': '12' } }), 12_000],
    ['HTTP 429 that names no time', () => new Response('', { status: 429 }), 1000],
    ['a code', () => ({ ok: false, error: 'ratelimited' }), 1000],
  ])(
    'for being too fast, by %s, tells how long to wait, and is not tried again by the SDK',
    async (_name, answer, ms) => {
      const { error, calls } = await failing(answer);
      expect(error).toMatchObject({ code: 'rate_limited', retryAfterMs: ms });
      expect(calls).toHaveLength(1);
    },
  );

  it('with another status than 200 counts too', async () => {
    const { error } = await failing(() => Response.json({ ok: false, error: 'invalid_auth' }, { status: 401 }));
    expect(error).toMatchObject({ code: 'auth' });
  });
});

describe('no useful answer', () => {
  const network = (code: string) =>
    Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error(`connect ${TOKEN}`), { code }) });

  it.each([
    ['a page of an error', () => new Response('<h1>Bad Gateway</h1>', { status: 502 }), /HTTP 502/],
    ['a page', () => new Response('<h1>Welcome</h1>'), /not one of its Web API/],
    ['nothing there', () => new Response('Not Found', { status: 404 }), /not one of its Web API/],
    ['a message without a name', () => ({ ok: true }), /names no message/],
    ['no name', () => network('ENOTFOUND'), /could not be reached \(ENOTFOUND\)/],
    ['a reason with a secret', () => network(TOKEN), /could not be reached\.$/],
  ])('is unavailable: %s', async (_name, answer, message) => {
    const { error, calls } = await failing(answer);
    expect(error).toMatchObject({ code: 'unavailable', message: expect.stringMatching(message) });
    expect(calls).toHaveLength(1);
  });

  it('within 15 seconds is unavailable', async () => {
    const timeouts = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      expect(ms).toBe(15_000);
      return AbortSignal.abort(new DOMException('The operation timed out.', 'TimeoutError'));
    });
    const { sim, room, connection } = await start();
    await expect(connection.sendMessage({ target: room.id, text: 'x' })).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Slack did not answer in time.',
    });
    expect(timeouts).toHaveBeenCalledOnce();
    expect(sim.messages(room)).toEqual([]);
  });

  it('is waited for no longer than the caller does', async () => {
    const { sim, room, connection } = await start();
    sim.failNext('chat.postMessage', { hang: true });
    const abort = new AbortController();
    const sent = connection.sendPrompt(question({ target: room.id }), abort.signal);
    abort.abort();
    await expect(sent).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('cancelled') });
  });
});

it('the address of the API may be given with or without /api', async () => {
  for (const api of [
    'https://slack.test',
    'https://slack.test/',
    'https://slack.test/api',
    'https://slack.test/api/',
  ]) {
    const scripted = scriptedApi({ 'chat.postMessage': () => ({ ok: true, channel: 'C1', ts: '1.1' }) });
    const { connection } = await connect({ api, fetch: scripted.fetch });
    await connection.sendMessage({ target: 'C1', text: 'x' });
    expect(scripted.calls.map(({ url }) => url)).toEqual(['https://slack.test/api/chat.postMessage']);
  }
});
