import type { StatisticsWindow } from '@gateway/contract';
import { dayStarts, hourStarts } from '../base/local-starts.js';
import type { Period } from '../ports/service/window-statistics-store.js';

/** The consecutive slots of a window, of which the last one includes the current time, and the time that it is compared with. */
export interface WindowPeriods {
  readonly slots: readonly Period[];
  /** As long as the window until now, and one window earlier. */
  readonly before: Period;
}

const slotsOf = { '24h': 24, '7d': 7, '30d': 30 } as const satisfies Record<StatisticsWindow, number>;

export function windowPeriods(now: number, window: StatisticsWindow, timeZone: string): WindowPeriods {
  const count = slotsOf[window];
  const starts = (window === '24h' ? hourStarts : dayStarts)(now, 2 * count, timeZone);
  const from = starts[count] ?? now;
  const earlier = starts[0] ?? from;
  const ends = starts.slice(count + 1);
  return {
    slots: ends.map((end, place) => ({ from: new Date(ends[place - 1] ?? from), to: new Date(end) })),
    before: { from: new Date(earlier), to: new Date(Math.min(from, earlier + now - from)) },
  };
}
