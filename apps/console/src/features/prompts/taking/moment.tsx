import { clockTime, exactTime, shortTime, useNow } from '../../../lib/time/time.js';

/** Within it, the time of a day is of one day only. */
const HALF_DAY_MS = 12 * 3_600_000;

/** A time as on a clock, with its date if it is half a day away or more. */
export function Moment({ at }: { readonly at: string }) {
  const isNear = Math.abs(Date.parse(at) - useNow()) < HALF_DAY_MS;
  return (
    <time dateTime={at} title={exactTime(at)} className="whitespace-nowrap tabular-nums">
      {(isNear ? clockTime : shortTime)(at)}
    </time>
  );
}
