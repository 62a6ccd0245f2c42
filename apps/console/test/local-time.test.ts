import { afterEach, expect, it } from 'vitest';
import { startOfDay } from '../src/lib/time/days.js';
import { isoOf, localOf } from '../src/lib/time/local-time.js';
import { timeZoneChoice } from '../src/lib/language/locale.js';

afterEach(() => timeZoneChoice.set(''));

it.each([
  ['UTC', '2026-03-01T12:34', '2026-03-01T12:34:00.000Z'],
  ['Asia/Tokyo', '2026-03-01T12:34', '2026-03-01T03:34:00.000Z'],
  ['America/New_York', '2026-03-01T12:34', '2026-03-01T17:34:00.000Z'],
  ['Asia/Kathmandu', '2026-03-01T12:34', '2026-03-01T06:49:00.000Z'],
  // Before and after the clocks go forward, and back.
  ['Europe/Berlin', '2026-03-29T01:59', '2026-03-29T00:59:00.000Z'],
  ['Europe/Berlin', '2026-03-29T03:00', '2026-03-29T01:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25T01:30', '2026-10-24T23:30:00.000Z'],
  ['Europe/Berlin', '2026-10-25T03:30', '2026-10-25T02:30:00.000Z'],
  // Twice on the clocks: the first one, so that a filter "since" leaves nothing out.
  ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
  ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
])('in %s, the clocks show %s at %s', (name, local, iso) => {
  timeZoneChoice.set(name);
  expect(isoOf(local)).toBe(iso);
  expect(localOf(iso)).toBe(local);
});

it.each([
  ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T03:30'],
  ['America/New_York', '2026-03-08T02:30', '2026-03-08T03:30'],
])('in %s, the clocks skip %s, which counts as %s', (name, skipped, shown) => {
  timeZoneChoice.set(name);
  expect(localOf(isoOf(skipped) ?? '')).toBe(shown);
});

it('a day begins after midnight where the clocks skip midnight', () => {
  timeZoneChoice.set('America/Santiago');
  expect(localOf(startOfDay('2026-09-06'))).toBe('2026-09-06T01:00');
});

it('keeps a year that is being typed', () => {
  timeZoneChoice.set('Asia/Tokyo');
  expect(isoOf('0020-03-01T12:34')).toMatch(/^0020-03-01T/);
  expect(localOf(isoOf('0020-03-01T12:34') ?? '')).toBe('0020-03-01T12:34');
});

it('ignores an empty input, and a text that is no time', () => {
  expect(isoOf('')).toBeUndefined();
  expect(localOf('no time')).toBe('');
});
