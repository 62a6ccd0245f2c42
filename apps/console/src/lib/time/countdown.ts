import { t } from '../language/texts.js';
import { createTicker, useTicker } from './ticker.js';
import { duration } from './time.js';

/** "4 min 12 s"; "now" when the time has come. */
export function timeLeft(at: string, now: number): string {
  const ms = Date.parse(at) - now;
  return ms < 1000 ? t.now : duration(Math.floor(ms / 1000) * 1000);
}

const ticker = createTicker(1000);

/** The time left, updated every second. Re-renders when its text changes. */
export function useTimeLeft(at: string): string {
  return useTicker(ticker, (now) => timeLeft(at, now));
}
