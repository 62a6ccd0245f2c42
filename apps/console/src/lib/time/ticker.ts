import { useSyncExternalStore } from 'react';

/** The current time for all that shows it, with one timer that runs while there is a listener. */
export interface Ticker {
  /** Calls the listener when the time is updated. Returns the function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Unix milliseconds at the last update. */
  readonly now: () => number;
}

export function createTicker(everyMs: number): Ticker {
  const listeners = new Set<() => void>();
  let now = Date.now();
  let timer: ReturnType<typeof setInterval> | undefined;
  return {
    now: () => now,
    subscribe(listener) {
      listeners.add(listener);
      if (timer === undefined) {
        now = Date.now();
        timer = setInterval(() => {
          now = Date.now();
          for (const notify of listeners) notify();
        }, everyMs);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}

/** What is shown at the current time. Re-renders when it changes. */
export const useTicker = <Shown>({ subscribe, now }: Ticker, shown: (now: number) => Shown): Shown =>
  useSyncExternalStore(subscribe, () => shown(now()));
