const HOUR_MS = 3_600_000;

/**
 * The starts of the latest `count` days in a time zone and the end of the last one, in Unix milliseconds. The last day contains `now`.
 * A day has 23 or 25 hours when the clocks change. Where they change at midnight, the day begins at its first existing time.
 */
export function dayStarts(now: number, count: number, timeZone: string): number[] {
  const local = localClock(timeZone);
  const midnight = new Date(local(now)).setUTCHours(0, 0, 0, 0);
  return Array.from({ length: count + 1 }, (_, place) => {
    const wanted = midnight + (place - count + 1) * 24 * HOUR_MS;
    const guess = wanted - (local(wanted) - wanted);
    const start = wanted - (local(guess) - guess);
    return local(start) < wanted ? start + HOUR_MS : start;
  });
}

/** The same for hours. They begin at the full hour of the zone, which is half past in UTC for some zones. */
export function hourStarts(now: number, count: number, timeZone: string): number[] {
  const start = now - (localClock(timeZone)(now) % HOUR_MS) - (now % 1000);
  return Array.from({ length: count + 1 }, (_, place) => start + (place - count + 1) * HOUR_MS);
}

/** Returns a function that gives the time on the clocks of a zone, in whole seconds, as if it were UTC. */
function localClock(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (at) => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second);
  };
}
