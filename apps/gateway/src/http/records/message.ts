import type { MessageRecord } from '@gateway/contract';
import type { MessageRow } from '@gateway/core';

/** A message as the API shows it. */
export function messageRecord(message: MessageRow): MessageRecord {
  return {
    id: message.id,
    channel_id: message.channelId,
    direction: message.direction,
    text: message.text,
    platform: message.platform,
    from_user: message.fromUser,
    from_id: message.fromId,
    api_key_id: message.apiKeyId,
    operator_id: message.operatorId,
    platform_message_id: message.platformMessageId,
    thread_id: message.threadId,
    reply_to: message.replyTo,
    status: message.direction === 'inbound' ? null : message.deliveryState === 'failed' ? 'failed' : 'sent',
    failure: message.failure,
    delivery_state: message.deliveryState,
    created_at: message.createdAt.toISOString(),
  };
}
