import { expect, it } from 'vitest';
import { timeLeft } from '../src/lib/time/countdown.js';

it('counts down in whole seconds, to now', () => {
  const now = Date.parse('2026-03-01T12:00:00.000Z');
  expect(timeLeft('2026-03-01T12:01:30.900Z', now)).toBe('1 min 30 s');
  expect(timeLeft('2026-03-01T14:05:00.000Z', now)).toBe('2 h 5 min');
  expect(timeLeft('2026-03-01T12:00:00.900Z', now)).toBe('now');
  expect(timeLeft('2026-03-01T11:00:00.000Z', now)).toBe('now');
});
