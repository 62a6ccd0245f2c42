import { PlatformError } from '@gateway/platform-kit';
import { describe, expect, it, vi } from 'vitest';
import { ADA, connect, credentials, question } from './harness.js';

const TOKEN = credentials.page_access_token;

async function failing(answer: () => Promise<Response> | Response) {
  let calls = 0;
  const { connection, log } = await connect({
    fetch: async () => {
      calls += 1;
      return await answer();
    },
  });
  const error: unknown = await connection.sendPrompt(question()).catch((caught: unknown) => caught);
  expect(JSON.stringify([String(error), error, (error as PlatformError).hint, log])).not.toContain(TOKEN);
  return { error, calls };
}

const refusal = (status: number, error: object, headers: Record<string, string> = {}) =>
  Response.json({ error }, { status, headers });

describe('what Messenger refuses', () => {
  it.each([
    [401, { code: 190, message: `Malformed access token ${TOKEN}` }, 'auth', /Generate/],
    [400, { code: 190, message: 'Error validating access token' }, 'auth', /Generate/],
    [
      400,
      { code: 10, error_subcode: 2_018_278, message: '(#10) outside of allowed window' },
      'window_closed',
      /24 hours/,
    ],
    [400, { code: 10, message: '(#10) This message is sent outside of allowed window.' }, 'window_closed', /24 hours/],
    [403, { code: 10, message: '(#10) Application does not have permission' }, 'forbidden', /pages_messaging/],
    [403, { code: 200, message: '(#200) Permissions error' }, 'forbidden', /pages_messaging/],
    [
      400,
      { code: 100, error_subcode: 2_018_001, message: '(#100) No matching user found' },
      'not_found',
      /page-scoped/,
    ],
    [
      400,
      { code: 551, error_subcode: 1_545_041, message: "(#551) This person isn't available" },
      'forbidden',
      /blocked/,
    ],
    [400, { code: 100, error_subcode: 2_018_008, message: 'Failed to fetch the file' }, 'invalid', /internet/],
    [400, { code: 100, message: '(#100) Invalid parameter' }, 'invalid', null],
    [400, { code: 4, message: '(#4) Application request limit reached' }, 'rate_limited', /less/],
    [400, { code: 32, message: '(#32) Page request limit reached' }, 'rate_limited', /less/],
    [400, { code: 613, message: '(#613) Calls to this api have exceeded the rate limit.' }, 'rate_limited', /less/],
    [429, { code: 999, message: 'slow down' }, 'rate_limited', null],
    [500, { code: 2, message: 'Service temporarily unavailable' }, 'unavailable', null],
    [400, { code: 1200, message: 'Temporary send message failure.' }, 'unavailable', null],
    [400, { code: 999, message: 'who knows' }, 'invalid', null],
    [400, { message: 7 }, 'invalid', null],
  ] as const)('with %i %j is called %s', async (status, body, code, hint) => {
    const { error, calls } = await failing(() => refusal(status, body));
    expect(error).toBeInstanceOf(PlatformError);
    expect(error).toMatchObject({ code, hint: hint === null ? null : expect.stringMatching(hint) });
    expect(calls).toBe(1);
  });

  it('for being too fast tells how long to wait, when Messenger does', async () => {
    const { error } = await failing(() => refusal(429, { code: 4, message: 'x' }, { 'retry-after': '7' }));
    expect(error).toMatchObject({ code: 'rate_limited', retryAfterMs: 7000 });
  });
});

describe('no useful answer', () => {
  const network = (code: string) =>
    Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error(code), { code }) });

  it.each([
    ['a page', () => new Response('<h1>Bad Gateway</h1>', { status: 502 }), 'unavailable'],
    ['a page that says 200', () => new Response('<h1>Hello</h1>'), 'unavailable'],
    ['JSON of something else', () => Response.json({ ok: true }), 'unavailable'],
    ['no message id', () => Response.json({ recipient_id: '1' }), 'unavailable'],
    ['no such page', () => new Response('Cannot POST', { status: 404 }), 'not_found'],
    ['a redirect', () => new Response(null, { status: 302, headers: { location: 'https://evil.example' } }), 'invalid'],
    ['no name', () => Promise.reject(network('ENOTFOUND')), 'unavailable'],
    [
      'a header that cannot be sent',
      () => Promise.reject(new TypeError(`"Bearer ${TOKEN}" is an invalid header value.`)),
      'unavailable',
    ],
  ])('is told so: %s', async (_name, answer, code) => {
    const { error } = await failing(answer);
    expect(error).toBeInstanceOf(PlatformError);
    expect(error).toMatchObject({ code });
  });

  it('within 15 seconds is unavailable', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { connection } = await connect({ fetch: hanging });
      const sending = connection.sendMessage({ target: ADA, text: 'x' }).catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(15_000);
      expect(await sending).toMatchObject({ code: 'unavailable', message: 'Messenger did not answer in time.' });
    } finally {
      vi.useRealTimers();
    }
  });

  it('is not waited for when the caller gives up', async () => {
    const { connection } = await connect({ fetch: hanging });
    const abort = new AbortController();
    const sending = connection.sendMessage({ target: ADA, text: 'x' }, abort.signal);
    abort.abort();
    await expect(sending).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('cancelled') });
  });
});

const hanging: typeof fetch = (_url, init) =>
  new Promise((_resolve, reject) => {
    const give = () => reject(new DOMException('aborted', 'AbortError'));
    init?.signal?.addEventListener('abort', give);
    if (init?.signal?.aborted) give();
  });

describe('at start', () => {
  it('only a refused token counts: sending needs nothing else', async () => {
    const starting = async (response: Response) =>
      (await connect({ fetch: async () => response })).connection.register!();
    await expect(starting(refusal(401, { code: 190, message: 'x' }))).rejects.toMatchObject({ code: 'auth' });
    await expect(starting(new Response('Not found', { status: 404 }))).resolves.toBeUndefined();
    await expect(starting(new Response('', { status: 500 }))).resolves.toBeUndefined();
  });
});
