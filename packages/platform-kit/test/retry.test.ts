import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  backoffMs,
  PlatformError,
  retry,
  retryAfterMs,
  withJitter,
  type RetryControl,
  type RetryOptions,
} from '../src/index.js';

describe('backoffMs', () => {
  it('doubles from one second to at most 30 seconds', () => {
    expect([1, 2, 3, 5, 6, 2000].map((failures) => backoffMs(failures))).toEqual([
      1000, 2000, 4000, 16_000, 30_000, 30_000,
    ]);
  });

  it('uses the given limits', () => {
    expect([1, 2, 9].map((failures) => backoffMs(failures, 5000, 60_000))).toEqual([5000, 10_000, 60_000]);
  });
});

describe('withJitter', () => {
  it('shortens a delay by at most a quarter', () => {
    const delays = Array.from({ length: 200 }, () => withJitter(1000));
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(750);
    expect(Math.max(...delays)).toBeLessThanOrEqual(1000);
    expect(new Set(delays).size).toBeGreaterThan(100);
  });
});

describe('retryAfterMs', () => {
  const now = Date.parse('2026-03-01T12:00:00Z');

  it.each([
    ['30', 30_000],
    ['0.5', 500],
    ['0', 0],
    ['Sun, 01 Mar 2026 12:00:20 GMT', 20_000],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
    ['', null],
    ['soon', null],
    [null, null],
  ])('reads %j as %j', (header, ms) => {
    expect(retryAfterMs(header, now)).toBe(ms);
  });
});

describe('retry', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0 }));
  afterEach(() => void vi.useRealTimers());

  /** Runs rounds until there is none left. Returns the reports, and the seconds at which each round began. */
  async function run(rounds: readonly ((control: RetryControl) => Promise<void>)[], options?: RetryOptions) {
    const reports: string[] = [];
    const startedAt: number[] = [];
    const abort = new AbortController();
    const control = {
      signal: abort.signal,
      onUp: (remark?: string) => void reports.push(remark === undefined ? 'up' : `up: ${remark}`),
      onDown: (reason: string) => void reports.push(reason),
      onContact: () => {},
    };
    const once = async (given: RetryControl) => {
      const round = rounds[startedAt.length];
      startedAt.push(Date.now() / 1000);
      if (round) return await round(given);
      abort.abort();
      throw new Error('aborted');
    };
    const ended = retry(control, once, options);
    await vi.advanceTimersByTimeAsync(600_000);
    await ended;
    return { reports, startedAt, pauses: startedAt.slice(1).map((at, index) => at - (startedAt[index] ?? 0)) };
  }
  const fails =
    (...given: ConstructorParameters<typeof PlatformError>) =>
    async () => {
      throw new PlatformError(...given);
    };
  const works = async ({ onUp }: RetryControl) => onUp();

  it('waits longer after each failure in a row, a little less at random, and starts again at the first pause after a success', async () => {
    const away = fails('unavailable', 'Away.');
    const { pauses, reports } = await run([away, away, away, works, away]);
    const expected = [1, 2, 4, 0, 1];
    for (const [index, seconds] of expected.entries()) {
      expect(pauses[index]).toBeGreaterThanOrEqual(seconds * 0.74);
      expect(pauses[index]).toBeLessThanOrEqual(seconds);
    }
    expect(reports).toEqual(['Away.', 'Away.', 'Away.', 'up', 'Away.']);
  });

  it.each([
    ['what only an operator can change', fails('auth', 'No.'), 60],
    ['another program that holds the stream', fails('conflict', 'Twice.'), 5],
    ['a rate limit that names its pause', fails('rate_limited', 'Slow.', { retryAfterMs: 7000 }), 7],
  ])('waits as long as it should for %s', async (_what, once, seconds) => {
    expect((await run([once])).pauses).toEqual([seconds]);
  });

  it('makes the first contact after an outage an onUp, passes on each onUp, and says whether the stream works', async () => {
    const isUp: boolean[] = [];
    const watched = (round: (control: RetryControl) => Promise<void>) => async (control: RetryControl) => {
      isUp.push(control.isUp);
      await round(control);
    };
    const polls = async ({ onContact }: RetryControl) => onContact();
    const remarked = async ({ onUp }: RetryControl) => onUp('Only mentions.');
    const rounds = [polls, polls, remarked, fails('unavailable', 'Away.'), polls, works].map(watched);
    expect((await run(rounds)).reports).toEqual(['up', 'up: Only mentions.', 'Away.', 'up', 'up']);
    expect(isUp).toEqual([false, true, true, true, false, true]);
  });

  it('reports a round that ends without having worked, and shows nothing of an error that is no PlatformError', async () => {
    const breaks = async () => Promise.reject(new TypeError('https://api.example/token-1'));
    const { reports, pauses } = await run([async () => {}, breaks]);
    expect(reports).toEqual(['The connection to the platform ended.', 'The adapter failed.']);
    expect(Math.min(...pauses)).toBeGreaterThan(0.7);
  });

  it('tolerates as many failures of a working stream as it is told, and none that are not unavailable', async () => {
    const away = fails('unavailable', 'Away.');
    const options = { tolerated: 1 };
    expect((await run([works, away, works, away, away], options)).reports).toEqual(['up', 'up', 'Away.']);
    expect((await run([works, fails('auth', 'No.')], options)).reports).toEqual(['up', 'No.']);
    expect((await run([away], options)).reports).toEqual(['Away.']);
  });

  it('logs one line for each outage', async () => {
    const lines: unknown[] = [];
    const log = { warn: (message: string, fields: object = {}) => void lines.push([message, fields]) };
    const away = fails('unavailable', 'Away.', { hint: 'Wait.' });
    await run([away, away, works, away], { log });
    const line = ['The stream does not work.', { reason: 'Away. Wait.' }];
    expect(lines).toEqual([line, line]);
  });

  it('ends at once when the signal aborts in a pause, without another report', async () => {
    const abort = new AbortController();
    const reports: string[] = [];
    const ended = retry(
      { signal: abort.signal, onUp: () => {}, onDown: (reason) => void reports.push(reason) },
      fails('auth', 'No.'),
    );
    await vi.advanceTimersByTimeAsync(1000);
    abort.abort();
    await ended;
    expect(reports).toEqual(['No.']);
  });
});
