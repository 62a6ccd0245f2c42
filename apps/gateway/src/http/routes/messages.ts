import { getMessage, limits, listMessages, sendMessage, type MessageRecord } from '@gateway/contract';
import type { Gateway } from '@gateway/core';
import { endpoint, type Endpoint } from '../endpoint.js';
import { listPage, textWithNext } from '../paging.js';
import { messageInput } from '../records/inputs.js';
import { messageRecord, messageShape } from '../records/message.js';

/** Sending messages, and reading sent and received ones. */
export function messageRoutes({ messages }: Gateway): Endpoint[] {
  return [
    endpoint(sendMessage, async ({ principal, body, claimed, trace }) => {
      const { channel, platformMessageId, stored } = await messages.send(principal, messageInput(body, trace), claimed);
      if (stored)
        return { ...messageRecord(stored), status: 'sent' as const, message_id: stored.id, stored: true as const };
      return {
        status: 'sent' as const,
        stored: false as const,
        channel_id: channel.channelId,
        text: body.text,
        direction: 'outbound' as const,
        platform_message_id: platformMessageId,
      };
    }),
    endpoint(listMessages, async ({ principal, query, target, signal }) => {
      const { direction = 'all', limit = limits.listDefault, cursor, channel_id, q, around } = query;
      const place =
        around === undefined ? null : await messages.around(principal, around, { channelId: channel_id, limit });
      const channelId = place?.channelId ?? channel_id;
      const filter = {
        ...(direction !== 'all' && { direction }),
        ...(channelId !== undefined && { channelId }),
        ...(q !== undefined && { q, signal: signal() }),
      };
      const page = place && cursor === undefined ? place.page : listPage(limit, cursor);
      const found = await messages.listAs(messageShape, principal, filter, page);
      const texts = found.map(({ json }) => json);
      return textWithNext<MessageRecord>(texts, { target, limit, last: found.at(-1)?.seq });
    }),
    endpoint(getMessage, async ({ principal, params }) => messageRecord(await messages.get(principal, params.id))),
  ];
}
