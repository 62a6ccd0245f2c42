import type { Clock } from '@gateway/core';

/** A clock that stands still until it is turned. */
export interface ManualClock extends Clock {
  /** Turns the clock and runs what became due, in order. */
  advance(ms: number): void;
  /** Turns the clock and runs nothing: as if every timer were late. */
  skip(ms: number): void;
  /** Timers that wait. */
  readonly waiting: number;
}

/** Starts at a round time of the present, so that what a database compares with its own clock stays plausible. */
export function manualClock(start = Math.floor(Date.now() / 1000) * 1000): ManualClock {
  let now = start;
  const timers = new Set<{ at: number; work: () => void }>();
  return {
    now: () => now,
    after(ms, work) {
      const timer = { at: now + Math.max(0, ms), work };
      // What is due at once runs soon, as with the machine's timers.
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
