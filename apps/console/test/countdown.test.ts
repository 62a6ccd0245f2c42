import { expect, it } from 'vitest';
import { timeLeft } from '../src/lib/countdown.js';
import { isoOf, localOf } from '../src/lib/local-time.js';

it('counts down in whole seconds, to now', () => {
  const now = Date.parse('2026-03-01T12:00:00.000Z');
  expect(timeLeft('2026-03-01T12:01:30.900Z', now)).toBe('1 min 30 s');
  expect(timeLeft('2026-03-01T14:05:00.000Z', now)).toBe('2 h 5 min');
  expect(timeLeft('2026-03-01T12:00:00.900Z', now)).toBe('now');
  expect(timeLeft('2026-03-01T11:00:00.000Z', now)).toBe('now');
});

it('converts the value of a time input to UTC and back, and ignores an incomplete one', () => {
  const iso = isoOf('2026-03-01T12:34');
  expect(localOf(iso ?? '')).toBe('2026-03-01T12:34');
  expect(isoOf('')).toBeUndefined();
});
