import type { ReceiverDetail, ReceiverRecord, ReceiverWithFailure } from '@gateway/contract';
import type { Receiver, ReceiverHistory, ReceiverState } from '@gateway/core';
import { deliveryAttempt } from './delivery.js';
import { snake } from './field-names.js';

/** A receiver as the API shows it. */
export function receiverRecord({ destination, name, failing, paused }: ReceiverState): ReceiverRecord {
  return {
    destination,
    name,
    state: failing ? 'failing' : 'ok',
    failing_since: failing?.failingSince.toISOString() ?? null,
    failed_attempts: failing?.failures ?? 0,
    last_failed_at: failing?.lastFailedAt.toISOString() ?? null,
    last_status: failing?.lastStatus ?? null,
    last_error: failing?.lastError ?? null,
    reported_at: failing?.reportedAt?.toISOString() ?? null,
    paused_at: paused?.pausedAt.toISOString() ?? null,
    paused_by: paused?.pausedBy ?? null,
  };
}

/** A receiver with its figures. */
export function receiverDetail(receiver: Receiver): ReceiverDetail {
  const { attempts, failedAttempts, latest } = receiver;
  return {
    ...receiverRecord(receiver),
    id: receiver.destination.replace('://', ':'),
    pending_count: receiver.pending,
    dead_count: receiver.dead,
    attempts,
    error_rate: attempts === 0 ? null : failedAttempts / attempts,
    p50_ms: receiver.p50,
    p95_ms: receiver.p95,
    last_attempt: latest && snake(latest, 'startedAt', 'durationMs', 'status', 'error'),
  };
}

/** A receiver with what became of its callbacks. */
export function receiverHistory(receiver: ReceiverHistory): ReceiverWithFailure {
  const { lastFailure: last, deadByDay, addresses, traffic } = receiver;
  return {
    ...receiverDetail(receiver),
    last_failure: last && { ...deliveryAttempt(last), delivery_id: last.deliveryId },
    addresses: addresses.map(({ url, delivered, pending, dead, lastAttemptAt }) => ({
      url,
      delivered_count: delivered,
      pending_count: pending,
      dead_count: dead,
      last_attempt_at: lastAttemptAt?.toISOString() ?? null,
    })),
    traffic: traffic.map(({ from, delivered, failed }) => ({ from: from.toISOString(), delivered, failed })),
    ...(deadByDay && { dead_by_day: deadByDay.map(({ from, count }) => ({ from: from.toISOString(), count })) }),
  };
}

/** The destination that the `id` of a receiver means; null: it is none. */
export function destinationOf(id: string): string | null {
  const address = id.includes('://') ? id : id.replace(':', '://');
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) return null;
  const { origin } = new URL(address);
  return origin === address.replace(/\/$/, '') ? origin : null;
}
