import { PlatformError } from '@gateway/platform-kit';
import { expectNoSecret, sampleQuestion } from '@gateway/platform-kit/testing';
import { startTelegramSimulator, type TelegramSimulator } from '@gateway/simulators/telegram';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connect, refusal, scriptedApi } from './harness.js';

const TOKEN = '123:secret-part';

const failing = async (answer: () => unknown) => {
  const api = scriptedApi({ sendMessage: answer });
  const { connection } = await connect({ token: TOKEN, fetch: api.fetch });
  const error: unknown = await connection.sendMessage({ target: '5', text: 'x' }).catch((error: unknown) => error);
  return { error, calls: api.calls };
};

describe('Telegram API errors', () => {
  it.each([
    [401, 'Unauthorized', {}, 'auth', /@BotFather/],
    [404, 'Not Found', {}, 'auth', /@BotFather/],
    [403, 'Forbidden: bot was blocked by the user', {}, 'forbidden', /press Start/],
    [403, "Forbidden: bot can't initiate conversation with a user", {}, 'forbidden', /press Start/],
    [403, 'Forbidden: bot was kicked from the supergroup chat', {}, 'forbidden', /Add the bot/],
    [403, 'Forbidden: bot is not a member of the channel chat', {}, 'forbidden', /Add the bot/],
    [403, 'Forbidden: something new', {}, 'forbidden', /press Start.*group/],
    [400, 'Bad Request: chat not found', {}, 'not_found', /chat id/],
    [400, 'Bad Request: message thread not found', {}, 'not_found', /topic/],
    [400, 'Bad Request: message to be replied not found', {}, 'not_found', /deleted/],
    [400, 'Bad Request: not enough rights to send text messages to the chat', {}, 'forbidden', /administrator/],
    [400, 'Bad Request: need administrator rights in the channel chat', {}, 'forbidden', /administrator/],
    [400, 'Bad Request: TOPIC_CLOSED', {}, 'forbidden', /topic/],
    [400, 'Bad Request: message is too long', {}, 'invalid', null],
    [413, 'Request Entity Too Large', {}, 'invalid', null],
    [
      400,
      'Bad Request: group chat was upgraded to a supergroup chat',
      { migrate_to_chat_id: -1005 },
      'invalid',
      /-1005/,
    ],
    [409, 'Conflict: terminated by other getUpdates request', {}, 'conflict', /Another program is polling/],
    [409, "Conflict: can't use getUpdates method while webhook is active", {}, 'conflict', /set a webhook/],
    [500, 'Internal Server Error', {}, 'unavailable', null],
  ] as const)('map %i %s %j to %s', async (status, description, parameters, code, hint) => {
    const { error } = await failing(() => refusal(status, description, parameters));
    expect(error).toBeInstanceOf(PlatformError);
    expect(error).toMatchObject({ code, hint: hint === null ? null : expect.stringMatching(hint) });
    if (code !== 'auth') expect((error as Error).message).toContain(`Telegram: ${description}`);
  });

  it('map a rate limit to its wait time', async () => {
    const tooFast = () => refusal(429, 'Too Many Requests: retry after 12', { retry_after: 12 });
    expect((await failing(tooFast)).error).toMatchObject({ code: 'rate_limited', retryAfterMs: 12_000 });
  });

  it('are not retried by the SDK', async () => {
    for (const answer of [() => refusal(500, 'Internal Server Error'), () => new TypeError('fetch failed')]) {
      expect((await failing(answer)).calls).toHaveLength(1);
    }
  });
});

describe('unusable answers of Telegram', () => {
  const network = (code: string) =>
    Object.assign(new TypeError('fetch failed'), {
      cause: Object.assign(new Error(`connect ${code} https://api.telegram.org/bot${TOKEN}/`), { code }),
    });

  it.each([
    ['a page instead of JSON', () => new Response('<h1>Bad Gateway</h1>', { status: 502 }), /not one of its Bot API/],
    ['JSON of something else', () => Response.json({ error: 'nope' }, { status: 404 }), /not one of its Bot API/],
    ['null', () => Response.json(null), /not one of its Bot API/],
    ['no name', () => network('ENOTFOUND'), /could not be reached \(ENOTFOUND\)/],
    ['no listener', () => network('ECONNREFUSED'), /could not be reached \(ECONNREFUSED\)/],
    ['a reason with a secret', () => network(TOKEN), /could not be reached\.$/],
  ])('are mapped to unavailable: %s', async (_name, answer, message) => {
    const { error } = await failing(answer);
    expect(error).toBeInstanceOf(PlatformError);
    expect(error).toMatchObject({ code: 'unavailable', message: expect.stringMatching(message) });
    expectNoSecret(error, 'secret-part');
  });

  it('are mapped to unavailable: none within 15 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const failed = failing(() => new Promise(() => {}));
      let ended = false;
      void failed.then(() => (ended = true));
      await vi.advanceTimersByTimeAsync(14_900);
      expect(ended).toBe(false);
      await vi.advanceTimersByTimeAsync(200);
      expect((await failed).error).toMatchObject({ code: 'unavailable', message: 'Telegram did not answer in time.' });
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('Telegram bot token', () => {
  let sim: TelegramSimulator;
  beforeEach(async () => {
    sim = await startTelegramSimulator();
  });
  afterEach(() => sim.close());

  it('never occurs in an error or a log line', async () => {
    const { connection, log } = await connect({ token: sim.token, api: sim.url });
    const person = sim.addUser();
    const target = String(person.id);
    const secret = sim.token.split(':')[1]!;
    const thrown: unknown[] = [];
    const attempt = async (signal?: AbortSignal) =>
      thrown.push(await connection.sendPrompt(sampleQuestion({ target }), signal).catch((error: unknown) => error));
    sim.failNext('sendMessage', { drop: true });
    await attempt();
    sim.failNext('sendMessage', { answer: { status: 502, body: '<p>nginx' } });
    await attempt();
    sim.failNext('sendMessage', { error: { code: 400, description: `Bad Request: token ${sim.token} is odd` } });
    await attempt();
    await attempt(AbortSignal.abort());
    sim.revokeToken();
    await attempt();
    await sim.close();
    await attempt();
    expect(thrown.map((error) => (error as PlatformError).code)).toEqual([
      'unavailable',
      'unavailable',
      'invalid',
      'unavailable',
      'auth',
      'unavailable',
    ]);
    expectNoSecret([thrown, log], secret);
  });
});
