import { CALLBACK_STOP_TIMEOUT_MS, CLOSING_STOP_TIMEOUT_MS, PLATFORM_CALL_LIMIT_MS } from '@gateway/core';

/** Maximum duration of each part of a stop, in milliseconds. A test compares docs/operations.md with it. */
export const stopLimits = {
  /** Requests in progress: as long as a platform call may take, with its wait for a rate limit. */
  requests: PLATFORM_CALL_LIMIT_MS,
  /** Delivery attempts. Aborted ones are retried. */
  callbacks: CALLBACK_STOP_TIMEOUT_MS,
  /** Updates of closed prompts' messages, in parallel with the delivery attempts. Aborted ones are repeated. */
  closings: CLOSING_STOP_TIMEOUT_MS,
  /** The whole stop, after `SHUTDOWN_DELAY_MS`. */
  total: PLATFORM_CALL_LIMIT_MS + 10_000,
} as const;

/** How long a stopping instance reports that it is not ready while others run, in milliseconds: longer than balancers need to notice. */
export const SHUTDOWN_DELAY_MS = 5000;
