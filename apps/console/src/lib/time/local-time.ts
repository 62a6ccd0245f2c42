import { timeZone } from '../language/locale.js';

const DAY_MS = 86_400_000;

/** A time for an `<input type="datetime-local">`, in the time zone of the console. */
export function localOf(iso: string): string {
  const at = Date.parse(iso);
  return Number.isNaN(at) ? '' : new Date(at + offsetAt(at)).toISOString().slice(0, 16);
}

/** The time in UTC that such an input has; undefined: empty or incomplete. */
export function isoOf(local: string): string | undefined {
  const clock = Date.parse(`${local}Z`);
  return Number.isNaN(clock) ? undefined : new Date(atClock(clock)).toISOString();
}

/**
 * When the clocks of the console's time zone show a time, given as if it were one in UTC. The first time, when they show it twice;
 * when they skip it, as much later as they skip.
 */
export function atClock(clock: number): number {
  // With the offsets of the day before and the day after: they differ where the clocks change.
  const before = clock - offsetAt(clock - DAY_MS);
  const after = clock - offsetAt(clock + DAY_MS);
  return [before, after].find((at) => at + offsetAt(at) === clock) ?? before;
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
  // `Date.UTC` takes the year 20, which is typed on the way to 2026, for 1920.
  const clock = new Date(0).setUTCFullYear(year, month - 1, day) + ((hour * 60 + minute) * 60 + second) * 1000;
  return clock - Math.floor(at / 1000) * 1000;
}
