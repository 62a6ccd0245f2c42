import { isPlatformError, type PlatformError, type Posted } from '@gateway/platform-kit';
import { pause } from '../base/loop.js';
import { Refusal } from '../base/refusal.js';
import { isWorthRetrying, PLATFORM_CALL_LIMIT_MS } from '../connections/platform-call.js';
import type { PromptRow } from '../ports/rows.js';
import type { Clock } from '../ports/system.js';
import { mapAddresses, type AddressVault } from '../sealed-addresses/address-vault.js';

/** How long running posts and updates may take when the gateway stops. An interrupted one is due again when its claim expires. */
export const CLOSING_STOP_TIMEOUT_MS = 5000;
/** How long a claim on a post lasts: long enough for one platform call and its record. */
export const POST_CLAIM_MS = PLATFORM_CALL_LIMIT_MS + 20_000;
const RECORD_ATTEMPTS = 6;
const RECORD_RETRY_MS = 500;

/** Whether a post that failed may succeed later. */
export function isTransient(error: unknown): boolean {
  return error instanceof Refusal ? error.kind === 'unavailable' : isWorthRetrying(error);
}

/** The platform's ids of messages that may be in the chat although the post failed. An adapter of an earlier kit gives none. */
export function messagesLeft(error: unknown): readonly string[] {
  const { messageIds }: Partial<PlatformError> = isPlatformError(error) ? error : {};
  return messageIds?.filter((id) => id !== '') ?? [];
}

/** When to attempt it again after this number of attempts, not before the platform allows it; null: that was the last attempt. */
export function retryTime(delaysMs: readonly number[], attempts: number, now: number, error: unknown): Date | null {
  const delay: number | undefined = delaysMs[attempts - 1];
  const atLeast = isPlatformError(error) ? (error.retryAfterMs ?? 0) : 0;
  return delay === undefined ? null : new Date(now + Math.max(delay, atLeast));
}

interface RecordDeps {
  readonly clock: Clock;
  readonly addresses: Pick<AddressVault, 'seal'>;
  readonly closings: { wake(): void };
}

/**
 * Records a message of a question that is already in the chat, so a short outage of the database is waited out. Rejects with the last
 * error.
 */
export async function recordPosted(
  { clock, addresses, closings }: RecordDeps,
  posted: Posted,
  record: (message: Posted) => Promise<PromptRow | null>,
): Promise<PromptRow | null> {
  const message = { ...posted, ref: mapAddresses(posted.ref, addresses.seal) };
  for (let attempt = 1; ; attempt += 1) {
    try {
      const recorded = await record(message);
      // It was closed before its message was known.
      if (recorded && recorded.state !== 'pending') closings.wake();
      return recorded;
    } catch (error) {
      if (attempt === RECORD_ATTEMPTS) throw error;
      await pause(clock, RECORD_RETRY_MS);
    }
  }
}
