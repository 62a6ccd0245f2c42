import type { ErrorCode } from '@gateway/contract';
import { isPlatformError, type Credentials, type PlatformError, type PlatformErrorCode } from '@gateway/platform-kit';
import { pause } from '../loop.js';
import type { Clock, Logger } from '../ports.js';
import { Refusal } from '../refusal.js';
import { adapterFailure } from './adapter-failure.js';

/** A platform's rate limit is waited for this long before the caller is told. */
const MAX_RATE_LIMIT_WAIT_MS = 10_000;
const CALL_TIMEOUT_MS = 30_000;
/** The longest that one call on a platform takes. */
export const PLATFORM_CALL_LIMIT_MS = MAX_RATE_LIMIT_WAIT_MS + CALL_TIMEOUT_MS;

/** Makes one call on a platform: waits out short rate limits, turns every failure into a `PlatformError` or a plain sentence. */
export async function callPlatform<T>(
  { clock, log, credentials }: { clock: Clock; log: Logger; credentials: Credentials },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const giveUpAt = clock.now() + MAX_RATE_LIMIT_WAIT_MS;
  for (;;) {
    try {
      return await work(AbortSignal.timeout(CALL_TIMEOUT_MS));
    } catch (error) {
      if (!isPlatformError(error)) {
        log.error(adapterFailure(error, credentials), 'A platform adapter failed unexpectedly');
        throw error;
      }
      const waitMs = error.retryAfterMs ?? 1000;
      if (error.code !== 'rate_limited' || clock.now() + waitMs > giveUpAt) throw error;
      await pause(clock, waitMs);
    }
  }
}

const codes: Record<PlatformErrorCode, ErrorCode> = {
  auth: 'platform_auth',
  forbidden: 'platform_forbidden',
  not_found: 'platform_not_found',
  invalid: 'platform_refused',
  rate_limited: 'platform_rate_limited',
  window_closed: 'window_closed',
  unavailable: 'platform_unavailable',
  conflict: 'platform_refused',
};

/** A failed platform call in words for the API's caller; `attempted` false: it was not even made. */
export function refusalOf(error: unknown, attempted = true): Refusal {
  if (error instanceof Refusal) return error;
  if (!isPlatformError(error)) {
    const detail = 'The platform could not be used: its adapter failed unexpectedly; see the log.';
    return new Refusal('invalid', detail, null, { code: 'internal', attempted });
  }
  const retryAfterSec = retryAfterSecOf(error);
  const wait = retryAfterSec === null ? '' : ` Try again in ${retryAfterSec} s.`;
  // An adapter may be of another version of the kit, with codes of its own.
  const code = codes[error.code] ?? 'platform_refused';
  return new Refusal('invalid', error.explanation + wait, null, { code, attempted, retryAfterSec });
}

function retryAfterSecOf({ code, retryAfterMs }: PlatformError): number | null {
  return code === 'rate_limited' && retryAfterMs !== null ? Math.ceil(retryAfterMs / 1000) : null;
}
