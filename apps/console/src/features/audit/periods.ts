import { addDays } from '../../lib/time/days.js';

/** Days, both included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** The periods that the log offers, as seen from `today` (such as `2026-03-29`). A week begins on Monday. */
export function periods(today: string): Readonly<Record<'today' | 'last7Days' | 'lastWeek' | 'last30Days', Period>> {
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  return {
    today: { from: today, to: today },
    last7Days: { from: addDays(today, -6), to: today },
    lastWeek: { from: addDays(today, -weekday - 7), to: addDays(today, -weekday - 1) },
    last30Days: { from: addDays(today, -29), to: today },
  };
}
