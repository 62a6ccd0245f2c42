import type { Clock } from '../timing.js';

/** A clock that stands still until a test turns it. */
export interface ManualClock extends Clock {
  /**
   * Turns the time, from one timer to the next: what a timer starts goes on before the next one runs, so a client renews its wait as it
   * does in reality. Resolves when nothing is left to do at the new time, except for work that does not depend on the gateway.
   */
  advance(ms: number): Promise<void>;
}

/** The next turn of the event loop. Taken before a test can replace the timers of the runtime. */
const nextTurn: (work: () => void) => unknown =
  (globalThis as { setImmediate?: (work: () => void) => unknown }).setImmediate ?? setTimeout;

/** Lets promises that are due go on. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) await new Promise<void>((resolve) => void nextTurn(resolve));
}

/** `start`: in milliseconds since 1970. Default: the present. */
export function manualClock(start: number = Date.now()): ManualClock {
  let now = start;
  const timers = new Set<{ readonly at: number; readonly work: () => void }>();
  const firstUntil = (end: number) =>
    [...timers]
      .filter(({ at }) => at <= end)
      .reduce(
        (first, each) => (first && first.at <= each.at ? first : each),
        null as { at: number; work: () => void } | null,
      );
  return {
    now: () => now,
    after(ms, work) {
      const timer = { at: now + Math.max(0, ms), work };
      timers.add(timer);
      // One that is due at once runs soon, also if no one turns the time.
      if (ms <= 0) nextTurn(() => timers.delete(timer) && work());
      return () => void timers.delete(timer);
    },
    async advance(ms) {
      const end = now + ms;
      await settle();
      for (let next = firstUntil(end); next; next = firstUntil(end)) {
        now = Math.max(now, next.at);
        timers.delete(next);
        next.work();
        await settle();
      }
      now = end;
    },
  };
}
