import type { ConversationRecord } from '@gateway/contract';
import type { ConversationRow } from '@gateway/core';
import { messageRecord } from './message.js';

/** A conversation as the API shows it. */
export function conversationRecord(row: ConversationRow): ConversationRecord {
  const { channel, lastMessage, waitingSince, activeAt, unreadCount, firstUnreadId } = row;
  return {
    channel_id: channel.channelId,
    platform: channel.platform,
    target_chat_id: channel.targetChatId,
    health: channel.isActive ? channel.health : 'inactive',
    last_message: lastMessage && messageRecord(lastMessage),
    waiting_since: waitingSince?.toISOString() ?? null,
    active_at: activeAt.toISOString(),
    unread_count: unreadCount,
    first_unread_id: firstUnreadId,
  };
}
