import type { ReceiverRecord } from '@gateway/contract';
import type { FailingReceiverRow } from '@gateway/core';

/** A receiver as the API shows it. `row` null: the receiver is not failing. */
export function receiverRecord(destination: string, row: FailingReceiverRow | null): ReceiverRecord {
  return {
    destination,
    state: row ? 'failing' : 'ok',
    failing_since: row?.failingSince.toISOString() ?? null,
    failed_attempts: row?.failures ?? 0,
    last_failed_at: row?.lastFailedAt.toISOString() ?? null,
    last_status: row?.lastStatus ?? null,
    last_error: row?.lastError ?? null,
    reported_at: row?.reportedAt?.toISOString() ?? null,
  };
}
