import { z } from 'zod';
import { route } from '../routes/route.js';
import { channelId, characters, cursor, dateTime, healthStates, listLimit, platformId } from '../vocabulary.js';
import { messageRecord } from './messages.js';

/** Unread messages of a conversation are counted up to this number. */
export const UNREAD_COUNTED = 100;

export const conversationRecord = z
  .object({
    channel_id: z.string(),
    platform: platformId,
    target_chat_id: z.string(),
    health: z.enum(healthStates).meta({ description: 'As in the record of the channel.' }),
    last_message: messageRecord.nullable().meta({ description: 'The newest stored message. Null: none is stored.' }),
    waiting_since: dateTime.nullable().meta({
      description:
        'When the first message arrived after the last one that was sent, also of messages that are not stored. Null: no message waits ' +
        'for a reply, or the channel is inactive.',
    }),
    active_at: dateTime.meta({
      description: 'When the channel last received or posted something; before that, when it was created.',
    }),
    unread_count: z
      .int()
      .nullable()
      .meta({
        description: `How many received messages the signed-in operator has not read, up to ${UNREAD_COUNTED}. Null: a key asks.`,
      }),
    first_unread_id: z.string().nullable().meta({
      description: 'The first received message that the signed-in operator has not read. Null: none, or a key asks.',
    }),
  })
  .meta({ id: 'Conversation' });
export type ConversationRecord = z.output<typeof conversationRecord>;

export const listConversations = route({
  id: 'listConversations',
  method: 'GET',
  path: '/v1/conversations',
  scopes: ['messages:read'],
  tag: 'Messages',
  summary: 'List the MESSAGE channels with their newest messages, latest activity first',
  query: z.strictObject({
    waiting: z
      .enum(['true', 'false'])
      .transform((text) => text === 'true')
      .optional()
      .meta({
        default: 'false',
        description: '`true`: only conversations that wait for a reply, and the one that waits longest first.',
      }),
    channel_id: channelId.optional(),
    q: characters(200, 1).optional().meta({ description: 'Part of the channel id or the chat.' }),
    limit: listLimit,
    cursor,
  }),
  status: 200,
  reply: z.array(conversationRecord),
  errors: [400],
});

export const readConversation = route({
  id: 'readConversation',
  method: 'POST',
  path: '/console/session/read',
  scopes: [],
  tag: 'Console',
  summary: 'Remember that you have read a conversation up to a message',
  description:
    'An earlier message than the one that is remembered changes nothing. Messages from before your account count as read.',
  body: z.strictObject({ message_id: z.uuid() }).meta({ id: 'ReadUpTo' }),
  status: 200,
  reply: z.object({ status: z.string() }),
  errors: [400, 404, 413, 415],
});
