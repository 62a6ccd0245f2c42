import { atClock } from './local-time.js';

/** The time at which a day such as `2026-03-29` begins in the time zone of the console, in UTC. */
export function startOfDay(day: string): string {
  return new Date(atClock(Date.parse(`${day}T00:00:00Z`))).toISOString();
}

/** The day after `2026-03-29`: `2026-03-30`. */
export function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}
