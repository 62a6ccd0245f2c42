import { z } from 'zod';
import { route } from '../routes/route.js';
import { deliveryState } from '../prompts/prompt-end.js';
import { channelId, characters, cursor, dateTime, limits, listLimit, platformId } from '../vocabulary.js';

const direction = z.enum(['inbound', 'outbound']);

export const messageRecord = z
  .object({
    id: z.uuid(),
    channel_id: z.string(),
    direction,
    text: z.string(),
    platform: platformId,
    from_user: z.string().nullable(),
    from_name: z
      .string()
      .nullable()
      .meta({ description: 'The display name of the sender, as the platform gave it. Null: it gave none.' }),
    from_id: z.string().nullable(),
    api_key_id: z.string().nullable().meta({ description: 'The API key that sent it.' }),
    operator_id: z.string().nullable().meta({ description: 'The operator who sent it from the console.' }),
    platform_message_id: z.string().nullable(),
    thread_id: z.string().nullable().meta({
      description: 'The platform’s id of the thread or topic. Null: the message is in none, or it is not known.',
    }),
    reply_to: z.string().nullable().meta({
      description:
        'The message that this one replies to: the platform’s id, or for a sent message what its sender gave.',
    }),
    status: z.enum(['sent', 'failed']).nullable().meta({
      description:
        '`failed`: the platform accepted the message and reported later that it did not arrive. Null for inbound messages.',
    }),
    failure: z.string().nullable().meta({
      description: 'The platform’s reason for `failed`, or whom of several people it could not reach. Null otherwise.',
    }),
    delivery_state: deliveryState.nullable().meta({
      description:
        'What the platform reported about the message. Null: the platform does not report it, or the message is inbound.',
    }),
    created_at: dateTime,
  })
  .meta({ id: 'Message' });
export type MessageRecord = z.output<typeof messageRecord>;

const place = characters(255, 1)
  .nullish()
  .transform((id) => id ?? null);

const sent = { status: z.literal('sent') };

export const sendMessage = route({
  id: 'sendMessage',
  method: 'POST',
  path: '/v1/messages/send',
  scopes: ['messages:send'],
  tag: 'Messages',
  summary: 'Send a text to the chat of a MESSAGE channel',
  description:
    'A text that is too long for the platform is split into several messages, at line breaks or spaces; `platform_message_id` is the id of ' +
    'the first one. If a later one fails, the response is 400 and says how many were posted; only those are stored.',
  idempotent: true,
  body: z
    .strictObject({
      channel_id: channelId,
      text: characters(limits.messageText, 1),
      reply_to: place.meta({
        description:
          'The message to reply to: the id of a message of this channel, or the platform’s id, which is passed on. The text is posted in its ' +
          'thread, where the platform has threads.',
      }),
      thread_id: place.meta({
        description:
          'The platform’s id of the thread or topic to post in, such as `thread_id` of `message.created`. It must belong to the channel’s chat.',
      }),
    })
    .meta({ id: 'NewMessage' }),
  status: 201,
  reply: z.union([
    messageRecord.extend({ ...sent, message_id: z.uuid(), stored: z.literal(true) }),
    z.object({
      ...sent,
      stored: z.literal(false).meta({
        description:
          'The text was posted but not stored: because of zero retention, or because storing failed after posting. Do not send it again.',
      }),
      channel_id: z.string(),
      text: z.string(),
      direction: z.literal('outbound'),
      platform_message_id: z.string().nullable(),
    }),
  ]),
  errors: [400, 404, 409, 413, 415, 422],
});

export type NewMessage = z.output<(typeof sendMessage)['body']>;

export const listMessages = route({
  id: 'listMessages',
  method: 'GET',
  path: '/v1/messages',
  scopes: ['messages:read'],
  tag: 'Messages',
  summary: 'List messages, newest first',
  query: z.strictObject({
    direction: z
      .enum([...direction.options, 'all'])
      .optional()
      .meta({ default: 'all' }),
    channel_id: channelId.optional(),
    q: characters(200, 1).optional().meta({ description: 'Part of the text.' }),
    around: z.uuid().optional().meta({
      description:
        'The id of a message: lists its channel from up to half a page above it. For newer ones, give the first message of the page.',
    }),
    limit: listLimit,
    cursor,
  }),
  status: 200,
  reply: z.array(messageRecord),
  errors: [400],
});

export const getMessage = route({
  id: 'getMessage',
  method: 'GET',
  path: '/v1/messages/{id}',
  scopes: ['messages:read'],
  tag: 'Messages',
  summary: 'Get one message',
  params: z.object({ id: z.string() }),
  status: 200,
  reply: messageRecord,
  errors: [400, 404],
});
