import { formatPromptId, type ErrorCode } from '@gateway/contract';
import {
  isPlatformError,
  type Credentials,
  type Platform,
  type PlatformError,
  type PlatformErrorCode,
} from '@gateway/platform-kit';
import { pause } from '../base/loop.js';
import type { Meter } from '../base/meter.js';
import type { Clock, Logger } from '../ports/system.js';
import { Refusal } from '../base/refusal.js';
import type { ChannelRow, PromptRow } from '../ports/rows.js';
import type { Trace, Tracing } from '../tracing/tracing.js';
import { adapterFailure } from './adapter-failure.js';
import { ABORT_TIMEOUT_MS, limitedCall } from './open-connection.js';

/** Longest wait for a platform's rate limit before the call fails. */
const MAX_RATE_LIMIT_WAIT_MS = 10_000;
const CALL_TIMEOUT_MS = 30_000;
/** Calls that take longer are logged; the time includes rate limits that were waited out. */
const SLOW_CALL_MS = 3000;
/** The longest that one call on a platform takes. */
export const PLATFORM_CALL_LIMIT_MS = MAX_RATE_LIMIT_WAIT_MS + CALL_TIMEOUT_MS + ABORT_TIMEOUT_MS;

/** Makes one call on a platform and waits out short rate limits. Rethrows failures; unexpected ones are logged. */
export async function callPlatform<T>(
  { clock, log, platform, credentials }: { clock: Clock; log: Logger; platform: Platform; credentials: Credentials },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = clock.now() + MAX_RATE_LIMIT_WAIT_MS;
  for (;;) {
    try {
      return await limitedCall(platform, CALL_TIMEOUT_MS, work);
    } catch (error) {
      if (!isPlatformError(error)) {
        log.error(adapterFailure(error, credentials), 'A platform adapter failed unexpectedly');
        throw error;
      }
      const waitMs = error.retryAfterMs ?? 1000;
      if (error.code !== 'rate_limited' || clock.now() + waitMs > deadline) throw error;
      await pause(clock, waitMs);
    }
  }
}

/** What a platform call does, for logs and traces. */
export interface CallReason {
  /** The name of its span, such as `post question`. */
  readonly action: string;
  /** The prompt that it is about; absent: it is about none. */
  readonly prompt?: PromptRow;
  /**
   * The call posts to the channel's chat. `plain`: nothing that only this post has, such as a file or a thread, so a permanent refusal
   * concerns the chat.
   */
  readonly post?: 'plain' | 'special';
  /** Absent: the trace of the prompt. */
  readonly trace?: Trace | null;
}

/** Counts a platform call, and logs it with the adapter's hint when it was slow or failed. */
export async function measureCall<T>(
  { clock, log, meter, tracing }: { clock: Clock; log: Logger; meter: Meter; tracing: Tracing },
  { platform, channelId }: Pick<ChannelRow, 'platform' | 'channelId'>,
  { action, prompt, trace = prompt?.trace ?? null }: CallReason,
  call: () => Promise<T>,
): Promise<T> {
  const startedAt = clock.now();
  const about = () => ({ platform, channel_id: channelId, ms: clock.now() - startedAt });
  const fields = { platform, channel_id: channelId, ...(prompt && { prompt_id: formatPromptId(prompt.num) }) };
  const span = tracing.start({ name: action, kind: 'client', parent: trace, fields });
  try {
    const result = await call();
    const line = about();
    meter.platformCall(platform, 'ok', line.ms);
    span.end();
    if (line.ms >= SLOW_CALL_MS) log.warn(line, 'A platform call was slow');
    return result;
  } catch (error) {
    const line = about();
    const code = isPlatformError(error) ? error.code : 'failed';
    meter.platformCall(platform, code, line.ms);
    span.end(code);
    // The message of any other error may carry secrets.
    if (isPlatformError(error))
      log.warn({ ...line, code, reason: error.message, hint: error.hint }, 'A platform call failed');
    else log.warn({ ...line, code }, 'A platform call failed');
    throw error;
  }
}

/** Whether the same call may succeed later. */
export function isWorthRetrying(error: unknown): boolean {
  if (!isPlatformError(error)) return true;
  return error.code === 'rate_limited' || error.code === 'unavailable' || error.code === 'conflict';
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

/** A failed platform call as a refusal for the API's caller; `attempted` false: the call was not made. */
export function refusalOf(error: unknown, attempted = true): Refusal {
  if (error instanceof Refusal) return error;
  if (!isPlatformError(error)) {
    const detail = 'The platform could not be used: its adapter failed unexpectedly; see the log.';
    return new Refusal('invalid', detail, null, { code: 'internal', attempted });
  }
  const retryAfterSec = retryAfterSecOf(error);
  const wait = retryAfterSec === null ? '' : ` Try again in ${retryAfterSec} s.`;
  // An adapter of another kit version may use codes that are unknown here.
  const code = codes[error.code] ?? 'platform_refused';
  return new Refusal('invalid', error.explanation + wait, null, { code, attempted, retryAfterSec });
}

function retryAfterSecOf({ code, retryAfterMs }: PlatformError): number | null {
  return code === 'rate_limited' && retryAfterMs !== null ? Math.ceil(retryAfterMs / 1000) : null;
}
