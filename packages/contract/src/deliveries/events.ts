import { z } from 'zod';
import { channelRecord } from '../channels/channels.js';
import { deliveryRecord } from './deliveries.js';
import { receiverRecord } from './receivers.js';
import { messageRecord } from '../channels/messages.js';
import { promptRecord } from '../prompts/prompts.js';
import { streamEventTypes, type StreamEventType } from './event-types.js';
import { route } from '../routes/route.js';
import { channelId, characters, commaSeparated, limits } from '../vocabulary.js';

/** Stands for a record that has been deleted. */
const removed = z.object({ id: z.string(), deleted: z.literal(true) }).meta({ id: 'RemovedRecord' });
/** Stands for a message that is not stored (zero retention). Its text exists only in the callback. */
const notStored = z
  .object({ id: z.null(), channel_id: z.string(), stored: z.literal(false) })
  .meta({ id: 'UnkeptMessage' });

/** The record in each type of event, with its state when the event is sent. */
const streamEventRecords = {
  'prompt.created': z.union([promptRecord, removed]),
  'prompt.shown': z.union([promptRecord, removed]),
  'prompt.answered': z.union([promptRecord, removed]),
  'prompt.expired': z.union([promptRecord, removed]),
  'prompt.voted': z.union([promptRecord, removed]),
  'prompt.escalated': z.union([promptRecord, removed]),
  'prompt.reminded': z.union([promptRecord, removed]),
  'prompt.noted': z.union([promptRecord, removed]),
  'prompt.taken': z.union([promptRecord, removed]),
  'prompt.released': z.union([promptRecord, removed]),
  'prompt.consumed': z.union([promptRecord, removed]),
  'prompt.withdrawn': z.union([promptRecord, removed]),
  'message.created': z.union([messageRecord, notStored, removed]),
  'message.sent': z.union([messageRecord, removed]),
  'message.failed': z.union([messageRecord, removed]),
  'delivery.updated': z.union([deliveryRecord, removed]),
  'delivery.receiver_failing': receiverRecord,
  'delivery.receiver_recovered': receiverRecord,
  'delivery.receiver_paused': receiverRecord,
  'delivery.receiver_resumed': receiverRecord,
  'channel.updated': z.union([channelRecord, removed]),
} as const satisfies Record<StreamEventType, z.ZodType>;
export type StreamEventRecord<Type extends StreamEventType = StreamEventType> = z.output<
  (typeof streamEventRecords)[Type]
>;

/** The parsed `data` of an event: the record, with the type of the event added. */
export type StreamEventData<Type extends StreamEventType = StreamEventType> = {
  readonly type: Type;
} & StreamEventRecord<Type>;
export const streamEventData = Object.fromEntries(
  streamEventTypes.map((type) => [type, z.intersection(z.object({ type: z.literal(type) }), streamEventRecords[type])]),
) as unknown as { readonly [Type in StreamEventType]: z.ZodType<StreamEventData<Type>> };

/** The `data` of the first event when events that the reader has missed no longer exist. */
export const streamGap = z
  .object({
    type: z.literal('stream.gap'),
    last_event_id: z.string().meta({ description: 'The id that the reader sent.' }),
  })
  .meta({ id: 'StreamGap' });
export type StreamGap = z.output<typeof streamGap>;

/** The `data` of the event that every reader gets every 15 s. */
const streamHeartbeat = z.object({ type: z.literal('heartbeat') }).meta({ id: 'StreamHeartbeat' });

/** The `data` of any event, distinguished by `type`. */
export const streamEvent = z
  .union([...Object.values<z.ZodType>(streamEventData), streamGap, streamHeartbeat])
  .meta({ id: 'StreamEvent', description: 'The parsed `data` of an event of `GET /v1/events`.' });

const eventId = z
  .string()
  .regex(/^\d{1,15}$/, { error: 'must be the id of an event' })
  .transform(Number);

export const streamEvents = route({
  id: 'streamEvents',
  method: 'GET',
  path: '/v1/events',
  scopes: ['prompts:read', 'messages:read'],
  tag: 'Events',
  summary: 'Stream events (server-sent events)',
  description:
    `Types: ${streamEventTypes.map((type) => `\`${type}\``).join(', ')}. A reader gets the types whose records its scopes allow it to read.\n\n` +
    '`data` is JSON of the schema `StreamEvent`: `type`, and the record with its state when the event is sent. A record that has been ' +
    'deleted is `{ id, deleted: true }`. An inbound message that is not stored (zero retention) is `{ id: null, channel_id, stored: false }`; ' +
    'an outbound message that is not stored has no event.\n\n' +
    'To resume, send the header `Last-Event-ID` (or the parameter `last_event_id`): the reader gets all events of the last 24 h after that id. ' +
    'Without it, the stream begins with the next event, and an `id` without an event comes first: the position to resume from until ' +
    'an event arrives. If events after that id no longer exist, the first event is `stream.gap`, regardless of filters: read the lists again. A `heartbeat` event every 15 s shows that the stream is alive. Its id is the latest position, so that ' +
    'resuming works even if the filters match nothing. A reader that receives nothing for a minute is disconnected.\n\n' +
    'Several filters are combined with AND. With `channel_id` or `correlation_id`, events of receivers and of deleted records are omitted.\n\n' +
    '`message.failed` is sent when the platform reports that an accepted message did not arrive.\n\n' +
    '`delivery.receiver_failing` is sent once for a receiver (scheme, host and port) when all attempts have failed, at least 5 over at least ' +
    '10 minutes. `delivery.receiver_recovered` follows after the next success. ' +
    '`delivery.receiver_paused` and `delivery.receiver_resumed` report what an operator or a key did.',
  query: z.strictObject({
    last_event_id: eventId.optional().meta({
      description:
        'The same as the header `Last-Event-ID`, for readers that cannot set headers. The header takes precedence.',
    }),
    types: commaSeparated(z.enum(streamEventTypes), limits.filterValues)
      .optional()
      .meta({
        description: 'Only events of these types, comma separated.',
        examples: ['prompt.answered,prompt.expired'],
      }),
    channel_id: commaSeparated(channelId, limits.filterValues)
      .optional()
      .meta({ description: 'Only events of these channels, comma separated.' }),
    correlation_id: commaSeparated(characters(limits.correlationId, 1), limits.filterValues).optional().meta({
      description:
        'Only events of prompts with one of these correlation ids, and of their callbacks; comma separated. An id that contains a comma cannot be used.',
    }),
  }),
  produces: 'text/event-stream',
  status: 200,
  reply: streamEvent,
  errors: [400, 503],
});
