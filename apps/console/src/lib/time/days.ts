import { atClock, localOf } from './local-time.js';

/** The time at which a day such as `2026-03-29` begins in the time zone of the console, in UTC. */
export function startOfDay(day: string): string {
  return new Date(atClock(Date.parse(`${day}T00:00:00Z`))).toISOString();
}

/** The day in the time zone of the console. */
export function currentDay(): string {
  return localOf(new Date().toISOString()).slice(0, 10);
}

/** The day `count` days after `2026-03-29`; before it if negative. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}

/** The day after `2026-03-29`: `2026-03-30`. */
export function nextDay(day: string): string {
  return addDays(day, 1);
}
