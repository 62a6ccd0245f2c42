import type { MeasuredAttempt } from '../base/meter.js';
import type { Settlement } from '../ports/service/delivery-store.js';

/** An attempt that ended at `now`, as the metrics count it. */
export function measured({ delivery, attempt, next, timedOut }: Settlement, now: number): MeasuredAttempt {
  return {
    event: delivery.eventType,
    outcome: next instanceof Date ? 'failed' : next,
    status: attempt.status,
    timedOut,
    ageMs: now - delivery.createdAt.getTime(),
  };
}
