import { describe, expect, it } from 'vitest';
import { DEFAULT_RETRY_SCHEDULE } from '../src/index.js';
import { nextAttempt, type RetryInput } from '../src/deliveries/schedule.js';

const failed: RetryInput = { attempts: 1, status: 500, retryAfter: null, nowMs: 1_000_000, random: 0 };
const delay = (input: Partial<RetryInput>) => {
  const next = nextAttempt(DEFAULT_RETRY_SCHEDULE, { ...failed, ...input });
  return next === 'dead' ? next : (next.getTime() - failed.nowMs) / 1000;
};

describe('the retry schedule of a callback', () => {
  it('retries after 5 s, 30 s, 2 min … then every 12 h, and is dead within 3 days', () => {
    const delays = DEFAULT_RETRY_SCHEDULE.map((_, index) => delay({ attempts: index + 1 }));
    expect(delays.slice(0, 9)).toEqual([5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800]);
    expect(new Set(delays.slice(9))).toEqual(new Set([43_200]));
    const total = DEFAULT_RETRY_SCHEDULE.reduce((sum, seconds) => sum + seconds, 0);
    expect([total <= 259_200, total + 43_200 > 259_200]).toEqual([true, true]);
    expect(delay({ attempts: DEFAULT_RETRY_SCHEDULE.length + 1 })).toBe('dead');
  });

  it('adds up to 10 % jitter', () => {
    expect(delay({ random: 1 })).toBeCloseTo(5.5);
  });

  it('is dead at once after 410', () => {
    expect(delay({ status: 410 })).toBe('dead');
  });

  it('follows Retry-After up to an hour, in seconds or as a date, and never retries earlier than planned', () => {
    expect(delay({ retryAfter: '60' })).toBe(60);
    expect(delay({ retryAfter: '86400' })).toBe(3600);
    expect(delay({ retryAfter: '1' })).toBe(5);
    expect(delay({ retryAfter: new Date(failed.nowMs + 90_000).toUTCString() })).toBe(90);
    expect(delay({ retryAfter: 'soon' })).toBe(5);
  });
});
