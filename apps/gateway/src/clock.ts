import type { Clock } from '@gateway/core';

/** The longest delay that a timer takes. */
const LONGEST_MS = 2_147_483_647;

/** The machine's clock and timers. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, work) {
    const timer = setTimeout(work, Math.min(Math.max(0, ms), LONGEST_MS));
    return () => clearTimeout(timer);
  },
};
