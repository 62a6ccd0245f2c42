import { PlatformError } from '@gateway/platform-kit';
import { describe, expect, it, vi } from 'vitest';
import { checkToken, createRequester, request } from '../src/index.js';
import { EXAMPLE } from './example.js';

const TOKEN = 'EAAtoken-for-tests';

const ask = (fetch: typeof globalThis.fetch, signal?: AbortSignal) =>
  request(EXAMPLE, 'https://graph.example/me', {}, { fetch, token: TOKEN, signal });

async function failing(answer: () => Promise<Response> | Response) {
  let calls = 0;
  const error: unknown = await ask(async () => {
    calls += 1;
    return await answer();
  }).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(PlatformError);
  expect(JSON.stringify([String(error), error, (error as PlatformError).hint])).not.toContain(TOKEN);
  expect(calls).toBe(1);
  return error as PlatformError;
}

const refusal = (status: number, error: object, headers: Record<string, string> = {}) =>
  Response.json({ error }, { status, headers });

describe('Graph API errors', () => {
  it.each([
    [401, { code: 190, message: `Malformed access token ${TOKEN}` }, 'auth', 'Make a new one.'],
    [401, { code: 0, message: 'AuthException' }, 'auth', 'Make a new one.'],
    [400, { code: 190, message: 'Error validating access token' }, 'auth', 'Make a new one.'],
    [400, { code: 10, error_subcode: 7, message: 'Too late' }, 'window_closed', 'Ask them to write first.'],
    [403, { code: 10, message: 'Permission denied' }, 'forbidden', 'Give the permission.'],
    [403, { code: 200, message: '(#200) Permissions error' }, 'forbidden', 'Give the permission.'],
    [400, { code: 4, message: 'Application request limit reached' }, 'rate_limited', 'Send less.'],
    [400, { code: 32, message: '(#32) Page request limit reached' }, 'rate_limited', 'Send less.'],
    [400, { code: 613, message: 'Too many calls' }, 'rate_limited', 'Send less.'],
    [429, { code: 999, message: 'slow down' }, 'rate_limited', null],
    [500, { code: 2, message: 'Service temporarily unavailable' }, 'unavailable', null],
    [503, { code: 999, message: 'who knows' }, 'unavailable', null],
    [400, { code: 999, message: 'who knows' }, 'invalid', null],
    [400, { message: 7 }, 'invalid', null],
  ] as const)('map HTTP %i %j to %s', async (status, body, code, hint) => {
    expect(await failing(() => refusal(status, body))).toMatchObject({ code, hint });
  });

  it("contain Meta's details but not the token", async () => {
    const error_data = { details: `Button title length invalid, said ${TOKEN}.` };
    const error = await failing(() =>
      refusal(400, { code: 131_009, message: `(#131009) ${TOKEN} is bad`, error_data }),
    );
    expect(error.message).toBe(
      'Example: (#131009) [example token] is bad: Button title length invalid, said [example token].',
    );
  });

  it('map a rate limit to the wait time, if the API returns one', async () => {
    const error = await failing(() => refusal(429, { code: 4, message: 'x' }, { 'retry-after': '7' }));
    expect(error).toMatchObject({ code: 'rate_limited', retryAfterMs: 7000 });
  });
});

describe('unusable Graph API answers', () => {
  const network = (code: string) =>
    Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error(code), { code }) });

  it.each([
    ['an HTML error page', () => new Response('<h1>Bad Gateway</h1>', { status: 502 }), 'unavailable', /HTTP 502/],
    ['an HTML page with status 200', () => new Response('<h1>Hello</h1>'), 'unavailable', /not one of the Graph API/],
    ['JSON that is no object', () => Response.json(7), 'unavailable', /not one of the Graph API/],
    ['HTTP 404', () => new Response('Cannot POST', { status: 404 }), 'not_found', /HTTP 404/],
    [
      'a redirect',
      () => new Response(null, { status: 302, headers: { location: 'https://evil.example' } }),
      'invalid',
      /HTTP 302/,
    ],
    [
      'an unknown host',
      () => Promise.reject(network('ENOTFOUND')),
      'unavailable',
      /could not be reached \(ENOTFOUND\)/,
    ],
    [
      'a header that cannot be sent',
      () => Promise.reject(new TypeError(`"Bearer ${TOKEN}" is an invalid header value.`)),
      'unavailable',
      /could not be reached\./,
    ],
  ])('are mapped to an error: %s', async (_name, answer, code, message) => {
    expect(await failing(answer)).toMatchObject({ code, message: expect.stringMatching(message) });
  });

  const hanging: typeof fetch = (_url, init) =>
    new Promise((_resolve, reject) => {
      const give = () => reject(new DOMException('aborted', 'AbortError'));
      init?.signal?.addEventListener('abort', give);
      if (init?.signal?.aborted) give();
    });

  it('include no answer within 15 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const asking = ask(hanging).catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(15_000);
      expect(await asking).toMatchObject({ code: 'unavailable', message: 'Example did not answer in time.' });
    } finally {
      vi.useRealTimers();
    }
  });

  it.each(['before', 'during'])('end when the caller aborts %s the request', async (when) => {
    const abort = new AbortController();
    if (when === 'before') abort.abort();
    const asking = ask(hanging, abort.signal);
    abort.abort();
    await expect(asking).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('cancelled') });
  });
});

describe('Graph API checkToken', () => {
  it('rejects only for a refused token', async () => {
    const starting = async (response: Response) => await checkToken(ask(async () => response));
    await expect(starting(refusal(401, { code: 190, message: 'x' }))).rejects.toMatchObject({ code: 'auth' });
    await expect(starting(new Response('Not found', { status: 404 }))).resolves.toBe('unverified');
    await expect(starting(new Response('', { status: 500 }))).resolves.toBe('unverified');
  });
});

describe('Graph API requests of an account', () => {
  /** Computed with another program. */
  const PROOF = '2346b1d241f859b73deee129eba3c306194475251160a5ea74ebb623906be7b3';
  const refused = refusal(400, { code: 100, message: 'Invalid appsecret_proof provided in the API argument' });

  async function askTwice(answers: readonly Response[]) {
    const asked: string[] = [];
    const left = [...answers];
    const ask = createRequester(EXAMPLE, {
      token: TOKEN,
      appSecret: 'app-secret-for-tests',
      fetch: async (url) => {
        asked.push(url as string);
        return left.shift() ?? Response.json({});
      },
    });
    const options = { signal: undefined };
    const first = await ask('https://graph.example/me?fields=id', {}, options).catch((error: unknown) => error);
    await ask('https://graph.example/me', {}, options).catch(() => {});
    return { asked, first };
  }

  it('carry the proof of the app secret, never the secret', async () => {
    expect((await askTwice([])).asked).toEqual([
      `https://graph.example/me?fields=id&appsecret_proof=${PROOF}`,
      `https://graph.example/me?appsecret_proof=${PROOF}`,
    ]);
  });

  it('are repeated without the proof when it is refused, and carry none from then on', async () => {
    expect((await askTwice([refused.clone()])).asked.slice(1)).toEqual([
      'https://graph.example/me?fields=id',
      'https://graph.example/me',
    ]);
  });

  it('name the app secret when the app requires a proof and refuses it', async () => {
    const required = refusal(400, {
      code: 100,
      message: 'API calls from the server require an appsecret_proof argument',
    });
    const { first } = await askTwice([refused.clone(), required]);
    expect(first).toMatchObject({ code: 'auth', hint: 'Enter the app secret of the app that the token belongs to.' });
  });
});
