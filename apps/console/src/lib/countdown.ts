import { useSyncExternalStore } from 'react';
import { duration } from './time.js';

/** "4 min 12 s"; "now" when the time has come. */
export function timeLeft(at: string, now: number): string {
  const ms = Date.parse(at) - now;
  return ms < 1000 ? 'now' : duration(Math.floor(ms / 1000) * 1000);
}

// One timer for all countdowns on the page.
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    now = Date.now();
    timer = setInterval(() => {
      now = Date.now();
      for (const notify of listeners) notify();
    }, 1000);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time left, updated every second. Re-renders when its text changes. */
export function useTimeLeft(at: string): string {
  return useSyncExternalStore(subscribe, () => timeLeft(at, now));
}
