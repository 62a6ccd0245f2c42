import type { Clock } from '../timing.js';

/** A clock that stands still until a test turns it. */
export interface ManualClock extends Clock {
  /**
   * Turns the time, from one timer to the next: what a timer starts goes on before the next one runs, so a client renews its wait as it
   * does in reality. Resolves when nothing is left to do at the new time, except for work that does not depend on the gateway.
   */
  advance(ms: number): Promise<void>;
  /** The time does not go on before this work has ended. It must not wait for the time. */
  holdFor(work: Promise<unknown>): void;
}

/** The next turn of the event loop. Taken before a test can replace the timers of the runtime. */
const nextTurn: (work: () => void) => unknown =
  (globalThis as { setImmediate?: (work: () => void) => unknown }).setImmediate ?? setTimeout;

/** Turns of the event loop in which promises that are due go on. */
const TURNS = 2;

/** `start`: in milliseconds since 1970. Default: the present. */
export function manualClock(start: number = Date.now()): ManualClock {
  let now = start;
  const timers = new Set<{ readonly at: number; readonly work: () => void }>();
  const works = new Set<Promise<void>>();
  const settle = async () => {
    for (let idle = 0; idle < TURNS; idle = works.size > 0 ? 0 : idle + 1)
      await new Promise<void>((resolve) => void nextTurn(resolve));
  };
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
    holdFor(work) {
      const end = () => void works.delete(held);
      const held: Promise<void> = work.then(end, end);
      works.add(held);
    },
  };
}
