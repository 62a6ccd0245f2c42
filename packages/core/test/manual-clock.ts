import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../src/index.js';

/** A clock that moves only by `advance`. */
export function manualClock(startMs = 1_767_225_600_000): Clock & { advance(ms: number): Promise<void> } {
  let now = startMs;
  let timers: { at: number; work: () => void }[] = [];
  return {
    now: () => now,
    after(ms, work) {
      const timer = { at: now + ms, work };
      timers.push(timer);
      return () => void (timers = timers.filter((other) => other !== timer));
    },
    /** Moves the clock by `ms` and runs due timers in order, each up to its next wait. */
    async advance(ms) {
      const end = now + ms;
      for (;;) {
        await settle();
        const [next] = timers.filter(({ at }) => at <= end).toSorted((left, right) => left.at - right.at);
        if (!next) break;
        timers = timers.filter((timer) => timer !== next);
        now = Math.max(now, next.at);
        next.work();
      }
      now = end;
      await settle();
    },
  };
}

/** Lets resolved promises continue, and loops that begin in the next turn of the event loop. */
export async function settle(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

export const silentLog = { debug() {}, info() {}, warn() {}, error() {} };
