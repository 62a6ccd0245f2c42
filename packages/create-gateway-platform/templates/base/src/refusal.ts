import type { PlatformError } from '@gateway/platform-kit';
import { notWritten } from './not-written.js';

/** An answer with an error, as a sentence that operators read. */
export function refusal(status: number, _answer: unknown): PlatformError {
  return notWritten(
    'refusal in src/refusal.ts',
    `return a PlatformError for the status ${status}: auth, forbidden, not_found, invalid, rate_limited with retryAfterMs, or unavailable`,
  );
}
