import { retryAfterMs } from '@gateway/platform-kit';

/** Seconds between attempts: frequent at first, then every 12 h up to almost 3 days. After the last attempt a delivery is dead. */
export const DEFAULT_RETRY_SCHEDULE: readonly number[] = [
  5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 43_200, 43_200, 43_200, 43_200,
];

/** Fraction of the planned delay. */
const JITTER = 0.1;
const MAX_RETRY_AFTER_MS = 3_600_000;

export interface RetryInput {
  /** Attempts since the schedule started, at least 1. */
  readonly attempts: number;
  readonly status: number | null;
  /** The response's Retry-After header. */
  readonly retryAfter: string | null;
  readonly nowMs: number;
  /** 0 to 1. */
  readonly random: number;
}

/** When to retry after a failure; `dead`: never. 410 ends the delivery at once. Retry-After is followed up to one hour. */
export function nextAttempt(schedule: readonly number[], input: RetryInput): Date | 'dead' {
  const seconds = schedule[input.attempts - 1];
  if (input.status === 410 || seconds === undefined) return 'dead';
  const planned = seconds * 1000 * (1 + JITTER * input.random);
  const requested = Math.min(retryAfterMs(input.retryAfter, input.nowMs) ?? 0, MAX_RETRY_AFTER_MS);
  return new Date(Math.round(input.nowMs + Math.max(planned, requested)));
}
