import type { QuietHours } from '../ports/people/notification-store.js';

const MINUTE_MS = 60_000;
const DAY_MIN = 1440;

/** When the quiet hours end that `now` (milliseconds) is in; null: it is in none. */
export function quietUntil(quiet: QuietHours | null, now: number): number | null {
  if (quiet === null) return null;
  const length = between(quiet.from, quiet.to);
  if (between(quiet.from, minuteOfDay(now, quiet.timeZone)) >= length) return null;
  const start = now - (now % MINUTE_MS);
  const end = start + between(minuteOfDay(now, quiet.timeZone), quiet.to) * MINUTE_MS;
  // Between now and the end, the clocks of the time zone may have been changed.
  const late = between(quiet.to, minuteOfDay(end, quiet.timeZone));
  const shift = late > DAY_MIN / 2 ? late - DAY_MIN : late;
  return Math.max(start + MINUTE_MS, end - shift * MINUTE_MS);
}

/** Minutes from one time of the day to the next occurrence of the other. */
function between(from: number, to: number): number {
  return (to - from + DAY_MIN) % DAY_MIN;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function minuteOfDay(time: number, timeZone: string): number {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    formats.set(timeZone, format);
  }
  const [hour = 0, minute = 0] = format.format(time).split(':').map(Number);
  return hour * 60 + minute;
}
