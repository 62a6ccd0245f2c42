import { isPlatformError, type PlatformError } from '@gateway/platform-kit';
import { pause } from '../loop.js';
import type { Clock, Logger } from '../ports.js';
import { Refusal } from '../refusal.js';

/** A platform's rate limit is waited for this long before the caller is told. */
const RATE_LIMIT_PATIENCE_MS = 10_000;
const CALL_TIMEOUT_MS = 30_000;

/** Makes one call on a platform: waits out short rate limits, turns every failure into a `PlatformError` or a plain sentence. */
export async function callPlatform<T>(
  { clock, log }: { clock: Clock; log: Logger },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const giveUpAt = clock.now() + RATE_LIMIT_PATIENCE_MS;
  for (;;) {
    try {
      return await work(AbortSignal.timeout(CALL_TIMEOUT_MS));
    } catch (error) {
      if (!isPlatformError(error)) {
        // Only the kind of error: an SDK's message may carry a token.
        log.error(
          { error: error instanceof Error ? error.name : typeof error },
          'A platform adapter failed unexpectedly',
        );
        throw error;
      }
      const waitMs = error.retryAfterMs ?? 1000;
      if (error.code !== 'rate_limited' || clock.now() + waitMs > giveUpAt) throw error;
      await pause(clock, waitMs);
    }
  }
}

/** A failed platform call in words for the API's caller; `attempted` false: it was not even made. */
export function refusalOf(error: unknown, attempted = true): Refusal {
  if (error instanceof Refusal) return error;
  if (isPlatformError(error)) return new Refusal('invalid', explain(error), null, attempted);
  return new Refusal(
    'invalid',
    'The platform could not be used: its adapter failed unexpectedly; see the log.',
    null,
    attempted,
  );
}

function explain(error: PlatformError): string {
  const wait =
    error.code === 'rate_limited' && error.retryAfterMs !== null
      ? ` Try again in ${Math.ceil(error.retryAfterMs / 1000)} s.`
      : '';
  return error.explanation + wait;
}
