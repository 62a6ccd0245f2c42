import { PlatformError } from '@gateway/platform-kit';
import { describe, expect, it, vi } from 'vitest';
import { connect, credentials, question } from './harness.js';

const TOKEN = credentials.access_token;

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

describe('what WhatsApp refuses', () => {
  it.each([
    [401, { code: 190, message: `Malformed access token ${TOKEN}` }, 'auth', /system user/],
    [401, { code: 0, message: 'AuthException' }, 'auth', /system user/],
    [
      400,
      { code: 100, error_subcode: 33, message: "Object with ID '1' does not exist" },
      'not_found',
      /phone number ID/,
    ],
    [403, { code: 10, message: 'Permission denied' }, 'forbidden', /whatsapp_business_messaging/],
    [403, { code: 200, message: 'API Permission' }, 'forbidden', /whatsapp_business_messaging/],
    [400, { code: 131_030, message: 'Recipient phone number not in allowed list' }, 'forbidden', /API Setup/],
    [400, { code: 131_047, message: 'Re-engagement message' }, 'window_closed', /write first|send any message/],
    [400, { code: 131_026, message: 'Message undeliverable' }, 'not_found', /not on WhatsApp/],
    [400, { code: 131_009, message: 'Parameter value is not valid' }, 'invalid', null],
    [429, { code: 130_429, message: 'Rate limit hit' }, 'rate_limited', /less/],
    [400, { code: 4, message: 'Application request limit reached' }, 'rate_limited', /less/],
    [400, { code: 613, message: 'Too many calls' }, 'rate_limited', /less/],
    [400, { code: 80_007, message: 'Rate limit issues' }, 'rate_limited', /less/],
    [400, { code: 131_056, message: 'pair rate limit hit' }, 'rate_limited', /six seconds/],
    [500, { code: 2, message: 'Service temporarily unavailable' }, 'unavailable', null],
    [503, { code: 999, message: 'who knows' }, 'unavailable', null],
    [400, { code: 999, message: 'who knows' }, 'invalid', null],
    [400, { message: 7 }, 'invalid', null],
  ] as const)('with %i %j is called %s', async (status, body, code, hint) => {
    const { error, calls } = await failing(() => refusal(status, body));
    expect(error).toBeInstanceOf(PlatformError);
    expect(error).toMatchObject({ code, hint: hint === null ? null : expect.stringMatching(hint) });
    expect(calls).toBe(1);
  });

  it('is told with its details', async () => {
    const body = {
      code: 131_009,
      message: '(#131009) Parameter value is not valid',
      error_data: { details: 'Button title length invalid.' },
    };
    const { error } = await failing(() => refusal(400, body));
    expect((error as Error).message).toBe(
      'WhatsApp: (#131009) Parameter value is not valid: Button title length invalid.',
    );
  });

  it('for being too fast tells how long to wait, when WhatsApp does', async () => {
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
    ['no message', () => Response.json({ messages: [] }), 'unavailable'],
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
      const sending = connection.sendMessage({ target: '4915100000001', text: 'x' }).catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(15_000);
      expect(await sending).toMatchObject({ code: 'unavailable', message: 'WhatsApp did not answer in time.' });
    } finally {
      vi.useRealTimers();
    }
  });

  it('is not waited for when the caller gives up', async () => {
    const { connection } = await connect({ fetch: hanging });
    const abort = new AbortController();
    const sending = connection.sendMessage({ target: '4915100000001', text: 'x' }, abort.signal);
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
