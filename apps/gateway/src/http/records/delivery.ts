import { formatPromptId, withoutUser, type DeliveryAttempt, type DeliveryRecord } from '@gateway/contract';
import type { Attempt, DeliveryRow } from '@gateway/core';
import { snake } from './field-names.js';

/** A callback as the API shows it, without its attempts. */
export function deliveryRecord(delivery: DeliveryRow): DeliveryRecord {
  const isWaiting = delivery.state === 'pending' && delivery.claimedBy === null;
  return {
    id: delivery.id,
    event_id: delivery.id,
    ...snake(delivery, 'eventType', 'state', 'channelId'),
    prompt_id: delivery.promptNum === null ? null : formatPromptId(delivery.promptNum),
    message_id: delivery.messageId,
    url: withoutUser(delivery.url),
    attempt_count: delivery.attempts,
    next_attempt_at: isWaiting ? delivery.runAt.toISOString() : null,
    ...snake(delivery, 'lastStatus', 'lastError', 'createdAt', 'deliveredAt'),
    dead_at: delivery.diedAt?.toISOString() ?? null,
  };
}

/** An attempt of a callback, with the receiver's response. */
export function deliveryAttempt(attempt: Attempt & { readonly number: number }): DeliveryAttempt {
  return snake(attempt, 'number', 'startedAt', 'durationMs', 'status', 'error', 'response');
}
