import type { Clock } from '@gateway/core';
import { systemClock } from '../../src/service/clock.js';

/** The system clock of a machine whose time of day is set: timers go on as before. */
export interface ShiftedClock extends Clock {
  /** Sets the clock forward, or back if negative. */
  shift(ms: number): void;
}

export function shiftedClock(): ShiftedClock {
  let shifted = 0;
  return {
    ...systemClock,
    now: () => systemClock.now() + shifted,
    shift: (ms) => void (shifted += ms),
  };
}
