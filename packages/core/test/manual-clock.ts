import type { Clock } from '../src/index.js';

/** A clock that stands still until it is turned. */
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
    /** Runs what becomes due on the way, in order, and lets each run to its next wait. */
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

/** Lets every promise that can go on go on. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

export const silentLog = { debug() {}, info() {}, warn() {}, error() {} };
