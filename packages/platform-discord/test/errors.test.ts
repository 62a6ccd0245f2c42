import { describe, expect, it } from 'vitest';
import { connect, openDiscord } from './harness.js';

const TOKEN = 'MTA1.secret.part';

async function failing(answer: (url: string) => Promise<Response> | Response) {
  const urls: string[] = [];
  const { connection } = await connect({
    api: 'https://discord.example',
    token: TOKEN,
    fetch: async (input) => {
      const url = input as string;
      urls.push(url);
      return await answer(url);
    },
  });
  const error: unknown = await connection
    .sendMessage({ target: '1400000000000000002', text: 'x' })
    .catch((caught: unknown) => caught);
  expect(JSON.stringify(error) + String(error)).not.toContain(TOKEN);
  return { error, urls };
}

describe('Discord API errors', () => {
  it.each([
    [401, 0, '401: Unauthorized', 'auth', /Reset Token/],
    [404, 10003, 'Unknown Channel', 'not_found', /Copy Channel ID/],
    [403, 50001, 'Missing Access', 'forbidden', /Invite it to the server/],
    [403, 50007, 'Cannot send messages to this user', 'forbidden', /direct messages/],
    [403, 50013, 'Missing Permissions', 'forbidden', /Send Messages/],
    [403, 99999, 'Something new', 'forbidden', /Permissions/],
    [404, 0, '404: Not Found', 'not_found', null],
    [413, 40005, 'Request entity too large', 'invalid', /10 MB/],
    [400, 50035, 'Invalid Form Body', 'invalid', null],
  ])('map %i %i %s to %s', async (status, code, message, expected, hint) => {
    const { error } = await failing(() => Response.json({ message, code }, { status }));
    expect(error).toMatchObject({ code: expected, hint: hint === null ? null : expect.stringMatching(hint) });
  });

  it('name the field with the error', async () => {
    const errors = {
      content: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH', message: 'Must be 2000 or fewer in length.' }] },
    };
    const { error } = await failing(() =>
      Response.json({ message: 'Invalid Form Body', code: 50035, errors }, { status: 400 }),
    );
    expect(error).toMatchObject({ message: 'Discord: Invalid Form Body (content: Must be 2000 or fewer in length.).' });
  });

  it('map a rate limit to its wait time from the header or the body', async () => {
    const body = { message: 'You are being rate limited.', retry_after: 1.5, global: false };
    const byBody = await failing(() => Response.json(body, { status: 429 }));
    expect(byBody.error).toMatchObject({
      code: 'rate_limited',
      retryAfterMs: expect.toSatisfy((ms: number) => ms >= 1500 && ms < 2000),
    });
    const byHeader = await failing(() => Response.json(body, { status: 429, headers: { 'retry-after': '7' } }));
    expect(byHeader.error).toMatchObject({ retryAfterMs: expect.toSatisfy((ms: number) => ms >= 7000 && ms < 7500) });
  });

  it('are not retried by the SDK', async () => {
    expect((await failing(() => Response.json({}, { status: 502 }))).urls).toEqual([
      'https://discord.example/api/v10/channels/1400000000000000002/messages',
    ]);
  });
});

describe('unusable answers of Discord', () => {
  it.each([
    ['a page', () => new Response('<h1>Bad Gateway</h1>', { status: 502 }), /not available/],
    ['no JSON', () => new Response('<p>', { headers: { 'content-type': 'application/json' } }), /not one of its API/],
    ['a page that refuses', () => new Response('<h1>nginx</h1>', { status: 404 }), /refused/],
    [
      'connection refused',
      () => Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } })),
      /\(ECONNREFUSED\)/,
    ],
    ['a reason with a secret', () => Promise.reject(new TypeError(`cannot reach ${TOKEN}`)), /could not be reached\.$/],
  ])('are explained: %s', async (_name, answer, message) => {
    expect((await failing(answer)).error).toMatchObject({
      name: 'PlatformError',
      message: expect.stringMatching(message),
    });
  });

  it('end when the caller aborts', async () => {
    const sim = await openDiscord();
    const channel = sim.addChannel();
    const { connection } = await connect({ api: sim.url, token: sim.bot.token });
    sim.failNext('createMessage', { hang: true });
    const sent = connection.sendMessage({ target: channel.id, text: 'x' }, AbortSignal.timeout(50));
    await expect(sent).rejects.toMatchObject({ code: 'unavailable', message: /cancelled/ });
  });
});

describe('an empty Discord answer declared as JSON', () => {
  it('is read as an empty answer', async () => {
    const { connection } = await connect({
      api: 'https://discord.example',
      token: TOKEN,
      fetch: async () => new Response(null, { status: 204, headers: { 'content-type': 'application/json' } }),
    });
    const closed = { target: '1400000000000000002', messageId: '1', ref: null, text: 'Closed', notice: 'Closed' };
    await expect(connection.closePrompt!(closed)).resolves.toBeUndefined();
  });
});

describe('Discord API address', () => {
  it.each(['', '/', '/api', '/api/'])('accepts the ending "%s"', async (end) => {
    const sim = await openDiscord();
    const channel = sim.addChannel({ name: 'approvals' });
    const { connection } = await connect({ api: sim.url + end, token: `Bot ${sim.bot.token}`.replace('Bot ', '') });
    expect(await connection.probe(channel.id)).toEqual({
      ok: true,
      account: { id: sim.bot.id, name: sim.bot.username },
      target: { id: channel.id, name: '#approvals' },
      problems: [],
      remarks: [],
    });
  });
});

describe('Discord probe', () => {
  it('reports problems of the target, and works again after a refused token', async () => {
    const sim = await openDiscord();
    const { connection } = await connect({ api: sim.url, token: sim.bot.token });
    const hidden = sim.addChannel();
    sim.setAccess(hidden, 'none');
    const category = sim.addChannel({ type: 4 });
    sim.failNext('getCurrentUser', { error: { status: 401, message: '401: Unauthorized' } });
    expect((await connection.probe(hidden.id)).problems[0]).toMatch(/refuses the bot token/);
    expect((await connection.probe(hidden.id)).problems[0]).toMatch(/Missing Access.*Invite it/);
    expect((await connection.probe(category.id)).problems[0]).toMatch(/category or a forum/);
    expect((await connection.probe('general')).problems[0]).toMatch(/Copy Channel ID/);
  });
});
