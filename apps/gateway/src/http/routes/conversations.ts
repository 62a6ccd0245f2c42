import { limits, listConversations, readConversation } from '@gateway/contract';
import type { Gateway } from '@gateway/core';
import { endpoint, type Endpoint } from '../endpoint.js';
import { timedCursor, timedPosition, withNext } from '../paging.js';
import { conversationRecord } from '../records/conversation.js';

/** The conversations of MESSAGE channels, and how far operators have read them. */
export function conversationRoutes({ conversations }: Gateway): Endpoint[] {
  return [
    endpoint(listConversations, async ({ principal, query, target }) => {
      const { waiting = false, channel_id, q, limit = limits.listDefault, cursor } = query;
      const filter = {
        ...(waiting && { waiting }),
        ...(channel_id !== undefined && { channelId: channel_id }),
        ...(q !== undefined && { q }),
      };
      const rows = await conversations.list(principal, filter, { limit, after: timedPosition(cursor, waiting) });
      const last = rows.at(-1);
      const at = waiting ? last?.waitingSince : last?.activeAt;
      return withNext(rows.map(conversationRecord), {
        target,
        limit,
        last: at && last ? timedCursor({ at, channelId: last.channel.channelId }, waiting) : undefined,
      });
    }),
    endpoint(readConversation, async ({ principal, body }) => {
      await conversations.markRead(principal, body.message_id);
      return { status: 'read' };
    }),
  ];
}
