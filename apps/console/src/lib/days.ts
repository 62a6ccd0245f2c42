import { timeZone } from './locale.js';

/** The time at which a day such as `2026-03-29` begins in the time zone of the console, in UTC. */
export function startOfDay(day: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // The second guess is right where the clocks change between the two.
  return new Date(midnight - offsetAt(midnight - offsetAt(midnight))).toISOString();
}

/** The day after `2026-03-29`: `2026-03-30`. */
export function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** How far the clocks of the time zone are ahead of UTC, in milliseconds. */
function offsetAt(at: number): number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: timeZone(),
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}
