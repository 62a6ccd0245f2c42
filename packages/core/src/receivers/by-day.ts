import { dayStarts } from '../base/local-starts.js';
import type { Counted } from '../ports/service/receiver-store.js';

/**
 * The sums of the days of a time zone, the newest first, from counts of quarters of an hour in this order: the clocks of every zone
 * differ from UTC by whole quarters.
 */
export function byDay(counts: readonly Counted[], timeZone: string): Counted[] {
  const days: Counted[] = [];
  for (const { from, count } of counts) {
    const day = days.at(-1);
    if (day && from >= day.from) days[days.length - 1] = { ...day, count: day.count + count };
    else days.push({ from: new Date(dayStarts(from.getTime(), 1, timeZone)[0] ?? from), count });
  }
  return days;
}
