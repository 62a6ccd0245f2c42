/** Seconds between attempts: dense at first, then every 12 h until just short of 3 days. After the last one a delivery is dead. */
export const DEFAULT_RETRY_SCHEDULE: readonly number[] = [
  5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 43_200, 43_200, 43_200, 43_200,
];

const JITTER = 0.1;
const RETRY_AFTER_MAX_MS = 3_600_000;

export interface RetryInput {
  /** Attempts made so far since the schedule began, at least 1. */
  readonly attempts: number;
  readonly status: number | null;
  /** The response's Retry-After header. */
  readonly retryAfter: string | null;
  readonly nowMs: number;
  /** 0 to 1. */
  readonly random: number;
}

/** When to try again after a failure; `dead`: never. 410 ends at once; Retry-After counts up to an hour. */
export function nextAttempt(schedule: readonly number[], question: RetryInput): Date | 'dead' {
  const seconds = schedule[question.attempts - 1];
  if (question.status === 410 || seconds === undefined) return 'dead';
  const planned = seconds * 1000 * (1 + JITTER * question.random);
  const asked = Math.min(retryAfterMs(question.retryAfter, question.nowMs), RETRY_AFTER_MAX_MS);
  return new Date(Math.round(question.nowMs + Math.max(planned, asked)));
}

function retryAfterMs(header: string | null, nowMs: number): number {
  if (header === null) return 0;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? 0 : Math.max(0, date - nowMs);
}
