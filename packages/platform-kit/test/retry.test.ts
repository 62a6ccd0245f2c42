import { describe, expect, it } from 'vitest';
import { backoffMs, retryAfterMs, withJitter } from '../src/index.js';

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
