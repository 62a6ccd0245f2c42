import { CALLBACK_STOP_TIMEOUT_MS, CLOSING_STOP_TIMEOUT_MS, PLATFORM_CALL_LIMIT_MS } from '@gateway/core';

/** How long each part of a stop may take, in milliseconds. A test holds docs/operations.md to it. */
export const stopLimits = {
  /** Requests under way: as long as a platform call and the wait for its rate limit may take. */
  requests: PLATFORM_CALL_LIMIT_MS,
  /** Attempts of callbacks; what is cut off is attempted again. */
  callbacks: CALLBACK_STOP_TIMEOUT_MS,
  /** Rewriting of closed prompts' messages, beside the callbacks; what is cut off is done again. */
  closings: CLOSING_STOP_TIMEOUT_MS,
  /** All of it, after `SHUTDOWN_DELAY_MS`. */
  whole: PLATFORM_CALL_LIMIT_MS + 10_000,
} as const;
