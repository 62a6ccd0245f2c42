import { PlatformError } from '@gateway/platform-kit';
import { expectNoSecret, sampleQuestion } from '@gateway/platform-kit/testing';
import { describe, expect, it, vi } from 'vitest';
import { connect, scriptedApi, start } from './harness.js';

const TOKEN = 'xoxb-secret-part';

const failing = async (answer: () => unknown) => {
  const api = scriptedApi({ 'chat.postMessage': answer });
  const { connection } = await connect({ credentials: { bot_token: TOKEN }, fetch: api.fetch });
  const error: unknown = await connection.sendMessage({ target: 'C1', text: 'x' }).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(PlatformError);
  expectNoSecret(error, TOKEN);
  return { error, calls: api.calls };
};

describe('Slack API errors', () => {
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
  ] as const)('maps the error code %s to %s', async (code, kind, hint) => {
    const { error } = await failing(() => ({ ok: false, error: code }));
    expect(error).toMatchObject({
      code: kind,
      message: `Slack: ${code}.`,
      hint: hint === null ? null : expect.stringMatching(hint),
    });
  });

  it('names the missing scope in the hint', async () => {
    const { error } = await failing(() => ({
      ok: false,
      error: 'missing_scope',
      needed: 'chat:write',
      provided: 'users:read',
    }));
    expect(error).toMatchObject({ code: 'forbidden', hint: expect.stringMatching(/scope chat:write .*reinstall/) });
  });

  it('includes the details of an error without secrets', async () => {
    const messages = [`[ERROR] must be less than 3001 characters [json-pointer:/blocks/0/text/text] ${TOKEN}`];
    const { error } = await failing(() => ({ ok: false, error: 'invalid_blocks', response_metadata: { messages } }));
    expect(error).toMatchObject({ message: expect.stringContaining('must be less than 3001 characters') });
  });

  it.each([
    ['HTTP 429', () => new Response('', { status: 429, headers: { 'retry-after': '12' } }), 12_000],
    ['HTTP 429 without a time', () => new Response('', { status: 429 }), 1000],
    ['an error code', () => ({ ok: false, error: 'ratelimited' }), 1000],
  ])('maps a rate limit given by %s to a wait time, without a retry by the SDK', async (_name, answer, ms) => {
    const { error, calls } = await failing(answer);
    expect(error).toMatchObject({ code: 'rate_limited', retryAfterMs: ms });
    expect(calls).toHaveLength(1);
  });

  it('maps an error with an HTTP status other than 200', async () => {
    const { error } = await failing(() => Response.json({ ok: false, error: 'invalid_auth' }, { status: 401 }));
    expect(error).toMatchObject({ code: 'auth' });
  });
});

describe('unusable answers of Slack', () => {
  const network = (code: string) =>
    Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error(`connect ${TOKEN}`), { code }) });

  it.each([
    ['an HTML error page', () => new Response('<h1>Bad Gateway</h1>', { status: 502 }), /HTTP 502/],
    ['an HTML page', () => new Response('<h1>Welcome</h1>'), /not one of its Web API/],
    ['HTTP 404', () => new Response('Not Found', { status: 404 }), /not one of its Web API/],
    ['a message without an id', () => ({ ok: true }), /names no message/],
    ['an unknown host', () => network('ENOTFOUND'), /could not be reached \(ENOTFOUND\)/],
    ['a network error with a secret', () => network(TOKEN), /could not be reached\.$/],
  ])('are mapped to unavailable: %s', async (_name, answer, message) => {
    const { error, calls } = await failing(answer);
    expect(error).toMatchObject({ code: 'unavailable', message: expect.stringMatching(message) });
    expect(calls).toHaveLength(1);
  });

  it('maps no answer within 15 seconds to unavailable', async () => {
    const timeouts = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      expect(ms).toBe(15_000);
      return AbortSignal.abort(new DOMException('The operation timed out.', 'TimeoutError'));
    });
    const { sim, channel, connection } = await start();
    await expect(connection.sendMessage({ target: channel.id, text: 'x' })).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Slack did not answer in time.',
    });
    expect(timeouts).toHaveBeenCalledOnce();
    expect(sim.messages(channel)).toEqual([]);
  });

  it('stops waiting when the caller aborts', async () => {
    const { sim, channel, connection } = await start();
    sim.failNext('chat.postMessage', { hang: true });
    const abort = new AbortController();
    const sent = connection.sendPrompt(sampleQuestion({ target: channel.id }), abort.signal);
    abort.abort();
    await expect(sent).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('cancelled') });
  });
});

it('Slack accepts the API address with and without /api', async () => {
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
