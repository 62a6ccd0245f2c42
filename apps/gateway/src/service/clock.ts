import type { Clock } from '@gateway/core';

/** The longest delay that Node's timers support. */
const MAX_TIMER_MS = 2_147_483_647;

/** The system clock and Node's timers. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, work) {
    const timer = setTimeout(work, Math.min(Math.max(0, ms), MAX_TIMER_MS));
    return () => clearTimeout(timer);
  },
};
