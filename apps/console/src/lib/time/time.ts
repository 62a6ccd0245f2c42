import { dateFormat, formatDecimal, locale } from '../language/locale.js';
import { t } from '../language/texts.js';
import { createTicker, useTicker } from './ticker.js';

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
const exact = dateFormat({ dateStyle: 'medium', timeStyle: 'medium' });
const short = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });
const day = dateFormat({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const clock = dateFormat({ timeStyle: 'short' });

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** "3 min. ago", "in 2 days"; "now" below ten seconds. */
function relativeTime(at: string, now: number): string {
  const seconds = (Date.parse(at) - now) / 1000;
  if (Math.abs(seconds) < 10) return t.now;
  for (const [unit, size] of steps) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
  }
  return relative.format(Math.trunc(seconds), 'second');
}

export const exactTime = (at: string): string => exact(new Date(at));
/** Without seconds. */
export const shortTime = (at: string): string => short(new Date(at));
export const dayOf = (at: string): string => day(new Date(at));
export const clockTime = (at: string): string => clock(new Date(at));

/** "850 ms", "4.2 s", "3 min 20 s", "2 h 5 min", "4 d 3 h". */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ${t.ms}`;
  if (ms < 60_000) return `${ms < 10_000 ? formatDecimal(ms / 1000) : Math.round(ms / 1000)} ${t.s}`;
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return joined([minutes, t.min], [Math.floor((ms % 60_000) / 1000), t.s]);
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return joined([hours, t.h], [minutes % 60, t.min]);
  return joined([Math.floor(hours / 24), t.d], [hours % 24, t.h]);
}

function joined(...parts: readonly [number, string][]): string {
  return parts
    .filter(([count], index) => index === 0 || count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}

const ticker = createTicker(5000);

/** Calls the listener every five seconds. Returns the function that unsubscribes. */
export const subscribeToTime = ticker.subscribe;

/** The current time in Unix milliseconds, updated every five seconds. */
export function useNow(): number {
  return useTicker(ticker, (now) => now);
}

/** A prompt that ends sooner is urgent. */
const SOON_MS = 15 * 60_000;

/** Whether a time is less than 15 minutes away, or past. */
export const isSoon = (at: string): boolean => Date.parse(at) - ticker.now() < SOON_MS;

/** A relative time. Re-renders when its text changes, not at each tick, because a list may hold thousands. */
export function useRelativeTime(at: string): string {
  return useTicker(ticker, (now) => relativeTime(at, now));
}
