import { afterEach, expect, it } from 'vitest';
import { periods } from '../src/features/audit/periods.js';
import { nextDay, startOfDay } from '../src/lib/time/days.js';
import { timeZoneChoice } from '../src/lib/language/locale.js';

afterEach(() => timeZoneChoice.set(''));

it.each([
  ['UTC', '2026-03-01', '2026-03-01T00:00:00.000Z'],
  ['Europe/Berlin', '2026-03-01', '2026-02-28T23:00:00.000Z'],
  // The day after the clocks changed, and the day itself.
  ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00.000Z'],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'],
  ['Asia/Tokyo', '2026-01-01', '2025-12-31T15:00:00.000Z'],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z'],
  ['America/New_York', '2026-11-02', '2026-11-02T05:00:00.000Z'],
])('in %s, %s begins at %s', (name, day, expected) => {
  timeZoneChoice.set(name);
  expect(startOfDay(day)).toBe(expected);
});

it('knows the day after the last of a month', () => {
  expect(nextDay('2026-02-28')).toBe('2026-03-01');
  expect(nextDay('2026-12-31')).toBe('2027-01-01');
});

it.each([
  ['2026-11-28', '2026-11-16', '2026-11-22'],
  // A Monday and a Sunday.
  ['2026-11-23', '2026-11-16', '2026-11-22'],
  ['2026-11-29', '2026-11-16', '2026-11-22'],
])('on %s, last week is %s to %s', (today, from, to) => {
  expect(periods(today).lastWeek).toEqual({ from, to });
});
