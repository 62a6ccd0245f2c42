import type { Clock } from '@gateway/core';

/** A clock that moves only when a test advances it. */
export interface ManualClock extends Clock {
  /** Moves the clock and runs the timers that became due, in order. */
  advance(ms: number): void;
  /** Moves the clock without running timers, as if all timers were late. */
  skip(ms: number): void;
  /** The number of pending timers. */
  readonly waiting: number;
}

/** Starts near the present, because databases compare some times with their own clock. */
export function manualClock(start = Math.floor(Date.now() / 1000) * 1000): ManualClock {
  let now = start;
  const timers = new Set<{ at: number; work: () => void }>();
  return {
    now: () => now,
    after(ms, work) {
      const timer = { at: now + Math.max(0, ms), work };
      // A timer that is due at once runs soon, as with the system clock.
      if (ms <= 0) setImmediate(() => timers.delete(timer) && work());
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(ms) {
      const until = now + ms;
      for (;;) {
        const [next] = [...timers].filter((timer) => timer.at <= until).toSorted((a, b) => a.at - b.at);
        if (!next) break;
        now = Math.max(now, next.at);
        timers.delete(next);
        next.work();
      }
      now = until;
    },
    skip(ms) {
      now += ms;
    },
    get waiting() {
      return timers.size;
    },
  };
}
