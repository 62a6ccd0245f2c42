import { getMessage, limits, listMessages, sendMessage, type MessageRecord } from '@gateway/contract';
import type { Gateway, MessageRow } from '@gateway/core';
import { answers, type Answers } from '../answers.js';
import { listPage, withNext } from '../paging.js';

/** Writing to people, and reading what was written. */
export function messageRoutes({ messages }: Gateway): Answers[] {
  return [
    answers(sendMessage, async ({ principal, body }) => {
      const { channel, platformMessageId, stored } = await messages.send(principal, body);
      if (stored) return { ...record(stored), status: 'sent' as const, message_id: stored.id, stored: true as const };
      return {
        status: 'sent' as const,
        stored: false as const,
        channel_id: channel.channelId,
        text: body.text,
        direction: 'outbound' as const,
        platform_message_id: platformMessageId,
      };
    }),
    answers(listMessages, async ({ principal, query, url }) => {
      const { direction = 'all', limit = limits.listDefault, cursor, channel_id, q } = query;
      const filter = {
        ...(direction !== 'all' && { direction }),
        ...(channel_id !== undefined && { channelId: channel_id }),
        ...(q !== undefined && { q }),
      };
      const rows = await messages.list(principal, filter, listPage(limit, cursor));
      return withNext(rows.map(record), { url, limit, last: rows.at(-1)?.seq });
    }),
    answers(getMessage, async ({ principal, params }) => record(await messages.get(principal, params.id))),
  ];
}

function record(message: MessageRow): MessageRecord {
  return {
    id: message.id,
    channel_id: message.channelId,
    direction: message.direction,
    text: message.text,
    platform: message.platform,
    from_user: message.fromUser,
    from_id: message.fromId,
    api_key_id: message.apiKeyId,
    platform_message_id: message.platformMessageId,
    created_at: message.createdAt.toISOString(),
  };
}
