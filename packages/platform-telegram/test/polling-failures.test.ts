import { expectNoSecret, type RunningStream, runStream, type TestConnection } from '@gateway/platform-kit/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connect, refusal, scriptedApi } from './harness.js';

const TOKEN = '123:secret-part';

/** How a `getUpdates` ends: an answer, a refusal, a broken connection; undefined: it hangs like a long poll. */
type Ending = Response | Error | readonly object[] | undefined;

let endings: Ending[];
let api: ReturnType<typeof scriptedApi>;
let gateway: TestConnection;
let stream: RunningStream | undefined;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(Math, 'random').mockReturnValue(1);
  endings = [];
  stream = undefined;
  api = scriptedApi({ getUpdates: () => (endings.length === 0 ? new Promise(() => {}) : endings.shift()) });
  gateway = await connect({ token: TOKEN, fetch: abortable });
});
afterEach(async () => {
  await stream?.stop();
  vi.useRealTimers();
});

const abortable: typeof fetch = (input, init) =>
  new Promise((resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    api.fetch(input, init).then(resolve, reject);
  });

const polls = () => api.calls.filter(({ method }) => method === 'getUpdates').length;
const broken = () =>
  Object.assign(new TypeError(`fetch failed: https://api.telegram.org/bot${TOKEN}/getUpdates`), {
    cause: { code: 'ECONNRESET' },
  });

/** Runs the stream until its next wait, without advancing the clock. */
const settle = () => vi.advanceTimersByTimeAsync(0);

/** Advances the clock until the next poll. Returns the milliseconds that passed. */
async function untilNextPoll(limitMs = 120_000): Promise<number> {
  const before = polls();
  for (let waited = 0; waited <= limitMs; waited += 250) {
    if (polls() > before) return waited;
    await vi.advanceTimersByTimeAsync(250);
  }
  throw new Error(`No poll within ${limitMs} ms.`);
}

async function pausesAfter(ending: () => Ending, times: number, then: Ending[] = []): Promise<number[]> {
  endings = [...Array.from({ length: times }, ending), ...then];
  stream = runStream(gateway.connection);
  await settle();
  const pauses: number[] = [];
  for (let time = 0; time < times; time += 1) pauses.push(await untilNextPoll());
  return pauses;
}

describe('Telegram polling after failures', () => {
  it('backs off from 1 to 30 s while Telegram is unreachable, then reports up', async () => {
    expect(await pausesAfter(broken, 7, [[]])).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    await settle();
    expect(stream!.reports.at(-1)).toBe('up');
    expect(stream!.reports.slice(0, -1)).toEqual(
      Array.from({ length: 7 }, () => expect.stringMatching(/^Telegram could not be reached \(ECONNRESET\)\./)),
    );
    expectNoSecret([stream!.reports, gateway.log], 'secret-part');
  });

  it('adds jitter to its delays', async () => {
    vi.mocked(Math.random).mockReturnValue(0);
    expect(await pausesAfter(broken, 2)).toEqual([750, 1500]);
  });

  it('backs off from 5 s while another program polls', async () => {
    const conflict = () => refusal(409, 'Conflict: terminated by other getUpdates request');
    expect(await pausesAfter(conflict, 5)).toEqual([5000, 10_000, 20_000, 40_000, 60_000]);
    expect(stream!.reports[0]).toMatch(/Another program is polling this bot\. Stop it/);
  });

  it('retries once a minute with a refused token', async () => {
    expect(await pausesAfter(() => refusal(401, 'Unauthorized'), 2)).toEqual([60_000, 60_000]);
  });

  it('waits for the time that a rate limit names', async () => {
    const slower = () => refusal(429, 'Too Many Requests: retry after 7', { retry_after: 7 });
    expect(await pausesAfter(slower, 2)).toEqual([7000, 7000]);
  });

  it('does not report one interrupted long poll, but two in a row', async () => {
    endings = [[], broken()];
    stream = runStream(gateway.connection);
    await settle();
    await vi.advanceTimersByTimeAsync(1000);
    expect(polls()).toBe(3);
    expect(stream.reports).toEqual(['up']);
    await stream.stop();

    endings = [[], broken(), broken()];
    stream = runStream(gateway.connection);
    await vi.advanceTimersByTimeAsync(5000);
    expect(stream.reports).toEqual(['up', expect.stringContaining('could not be reached')]);
  });

  it('reports up once, then uses long polls again', async () => {
    endings = [[], refusal(502, 'Bad Gateway'), refusal(502, 'Bad Gateway'), []];
    stream = runStream(gateway.connection);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(stream.reports).toEqual(['up', expect.stringContaining('Bad Gateway'), 'up']);
    const timeouts = api.calls.filter(({ method }) => method === 'getUpdates').map(({ payload }) => payload['timeout']);
    expect(timeouts).toEqual([0, 50, 50, 0, 50]);
  });

  it('pauses when a server answers long polls immediately', async () => {
    endings = [[], [], []];
    stream = runStream(gateway.connection);
    await settle();
    expect(polls()).toBe(2);
    await vi.advanceTimersByTimeAsync(250);
    expect(polls()).toBe(3);
  });

  it('pauses when a server returns the same updates again', async () => {
    endings = [[], [{ update_id: 7 }], [{ update_id: 7 }], [{ update_id: 7 }]];
    stream = runStream(gateway.connection);
    await settle();
    expect(polls()).toBe(3);
    await vi.advanceTimersByTimeAsync(250);
    expect(polls()).toBe(4);
  });

  it('works when a server does not know deleteWebhook', async () => {
    api = scriptedApi({
      getUpdates: () => new Promise(() => {}),
      deleteWebhook: () => refusal(404, 'Not Found: method not found'),
    });
    gateway = await connect({ token: TOKEN, fetch: abortable });
    stream = runStream(gateway.connection);
    await settle();
    expect(polls()).toBe(1);
  });

  it('aborts a long poll that never ends, and polls again', async () => {
    endings = [[]];
    stream = runStream(gateway.connection);
    await settle();
    expect(polls()).toBe(2);
    await vi.advanceTimersByTimeAsync(64_000);
    expect(polls()).toBe(2);
    await vi.advanceTimersByTimeAsync(3000);
    expect(polls()).toBe(3);
  });

  it('reports within 15 s when the first poll is never answered', async () => {
    stream = runStream(gateway.connection);
    await vi.advanceTimersByTimeAsync(15_100);
    expect(stream.reports).toEqual(['Telegram did not answer in time.']);
  });

  it.each([
    ['a page', () => new Response('<h1>502</h1>', { status: 502 })],
    ['an empty object', () => Response.json({})],
    ['null', () => Response.json(null)],
    ['no list', () => Response.json({ ok: true, result: { updates: [] } })],
  ])('continues after an invalid answer: %s', async (_name, answer) => {
    endings = [answer(), []];
    stream = runStream(gateway.connection);
    await vi.advanceTimersByTimeAsync(2000);
    expect(stream.reports).toEqual([expect.stringContaining("Telegram's answer was not"), 'up']);
  });

  it('backs off from 1 to 30 s while updates cannot be stored, without moving the offset', async () => {
    const update = { update_id: 7, message: { message_id: 1, chat: { id: 5 }, from: { id: 5 }, text: 'x' } };
    gateway.deliver = () => Promise.reject(new Error('database is not available'));
    expect(await pausesAfter(() => [update], 6)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000]);
    const offsets = api.calls.filter(({ method }) => method === 'getUpdates').map(({ payload }) => payload['offset']);
    expect(new Set(offsets)).toEqual(new Set([undefined]));
  });

  it('follows update ids that restart below the previous ones', async () => {
    endings = [[{ update_id: 900 }], [{ update_id: 7 }]];
    stream = runStream(gateway.connection);
    await settle();
    const offsets = api.calls.filter(({ method }) => method === 'getUpdates').map(({ payload }) => payload['offset']);
    expect(offsets).toEqual([undefined, 901, 8]);
  });

  it('delays the next poll only at 100 pending answers, and still stops', async () => {
    const press = (update_id: number) => {
      const message = { message_id: 1, chat: { id: 5 } };
      return { update_id, callback_query: { id: `q${update_id}`, from: { id: 5 }, message, data: 'p1.0.abcdef' } };
    };
    const answers = () => api.calls.filter(({ method }) => method === 'answerCallbackQuery').length;
    const release: (() => void)[] = [];
    api.answers['answerCallbackQuery'] = () => new Promise((resolve) => release.push(() => resolve(true)));
    endings = [Array.from({ length: 100 }, (_, index) => press(index)), [press(100), press(101)]];
    stream = runStream(gateway.connection);
    await settle();
    expect([polls(), answers()]).toEqual([2, 100]);
    release[0]?.();
    await settle();
    expect([polls(), answers()]).toEqual([2, 101]);
    const ending = stream.stop();
    await vi.advanceTimersByTimeAsync(1100);
    await ending;
    expect(gateway.batches.map((batch) => batch.length)).toEqual([100, 2]);
  });

  it('stops immediately during a pause', async () => {
    endings = [refusal(401, 'Unauthorized')];
    stream = runStream(gateway.connection);
    await settle();
    expect(await stream.stop()).toBeLessThan(5000);
  });

  it('makes no call when the signal is already aborted', async () => {
    const abort = new AbortController();
    abort.abort();
    await gateway.connection.start!({ signal: abort.signal, onUp: () => {}, onDown: () => {} });
    expect(api.calls).toEqual([]);
  });
});
