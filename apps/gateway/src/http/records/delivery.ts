import { formatPromptId, withoutUser, type DeliveryAttempt, type DeliveryRecord } from '@gateway/contract';
import type { Attempt, DeliveryRow } from '@gateway/core';

/** A callback as the API shows it, without its attempts. */
export function deliveryRecord(delivery: DeliveryRow): DeliveryRecord {
  const isWaiting = delivery.state === 'pending' && delivery.claimedBy === null;
  return {
    id: delivery.id,
    event_id: delivery.id,
    event_type: delivery.eventType,
    state: delivery.state,
    channel_id: delivery.channelId,
    prompt_id: delivery.promptNum === null ? null : formatPromptId(delivery.promptNum),
    message_id: delivery.messageId,
    url: withoutUser(delivery.url),
    attempt_count: delivery.attempts,
    next_attempt_at: isWaiting ? delivery.runAt.toISOString() : null,
    last_status: delivery.lastStatus,
    last_error: delivery.lastError,
    created_at: delivery.createdAt.toISOString(),
    delivered_at: delivery.deliveredAt?.toISOString() ?? null,
    dead_at: delivery.diedAt?.toISOString() ?? null,
  };
}

/** An attempt of a callback, with the receiver's response. */
export function deliveryAttempt(attempt: Attempt & { readonly number: number }): DeliveryAttempt {
  const { number, startedAt, durationMs, status, error, response } = attempt;
  return { number, started_at: startedAt.toISOString(), duration_ms: durationMs, status, error, response };
}
