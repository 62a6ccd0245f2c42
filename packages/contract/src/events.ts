import { z } from 'zod';
import { channelRecord } from './channels.js';
import { deliveryRecord, receiverRecord } from './deliveries.js';
import { messageRecord } from './messages.js';
import { promptRecord } from './prompts.js';
import { streamEventTypes, type StreamEventType } from './event-types.js';
import { route } from './route.js';
import { channelId, characters, commaSeparated, limits } from './vocabulary.js';

/** Of a record that has been removed since. */
const removed = z.object({ id: z.string(), deleted: z.literal(true) }).meta({ id: 'RemovedRecord' });
/** Zero retention: the text is in the callback and nowhere else. */
const unkept = z
  .object({ id: z.null(), channel_id: z.string(), stored: z.literal(false) })
  .meta({ id: 'UnkeptMessage' });

/** What an event of each type is about: the record as it is when the event is sent. */
const streamEventRecords = {
  'prompt.created': z.union([promptRecord, removed]),
  'prompt.answered': z.union([promptRecord, removed]),
  'prompt.expired': z.union([promptRecord, removed]),
  'message.created': z.union([messageRecord, unkept, removed]),
  'message.sent': z.union([messageRecord, removed]),
  'delivery.updated': z.union([deliveryRecord, removed]),
  'delivery.receiver_failing': receiverRecord,
  'delivery.receiver_recovered': receiverRecord,
  'channel.updated': z.union([channelRecord, removed]),
} as const satisfies Record<StreamEventType, z.ZodType>;
export type StreamEventRecord<Type extends StreamEventType = StreamEventType> = z.output<
  (typeof streamEventRecords)[Type]
>;

/** `data` of an event, parsed: the record, and in it the type of the event. */
export type StreamEventData<Type extends StreamEventType = StreamEventType> = {
  readonly type: Type;
} & StreamEventRecord<Type>;
export const streamEventData = Object.fromEntries(
  streamEventTypes.map((type) => [type, z.intersection(z.object({ type: z.literal(type) }), streamEventRecords[type])]),
) as unknown as { readonly [Type in StreamEventType]: z.ZodType<StreamEventData<Type>> };

/** `data` of what a reader is told first when events that it has not seen are no longer kept. */
export const streamGap = z
  .object({
    type: z.literal('stream.gap'),
    last_event_id: z.string().meta({ description: 'The id that the reader gave' }),
  })
  .meta({ id: 'StreamGap' });
export type StreamGap = z.output<typeof streamGap>;

/** `data` of what every reader is told each 15 s. */
const streamHeartbeat = z.object({ type: z.literal('heartbeat') }).meta({ id: 'StreamHeartbeat' });

/** `data` of any event, told apart by `type`. */
export const streamEvent = z
  .union([...Object.values<z.ZodType>(streamEventData), streamGap, streamHeartbeat])
  .meta({ id: 'StreamEvent', description: '`data` of each event of `GET /v1/events`, parsed' });

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
  summary: 'Follow what happens, as server-sent events',
  description:
    `Types: ${streamEventTypes.map((type) => `\`${type}\``).join(', ')}. A reader sees those whose records its scopes let it read. ` +
    '`data` is JSON of the schema `StreamEvent`: `type`, and the record as it is when the event is sent; `{ id, deleted: true }` when ' +
    'it has been removed since; `{ id: null, channel_id, stored: false }` for a text that zero retention keeps nowhere (one that was ' +
    'sent is not told of at all). With `channel_id` or `correlation_id` the events of receivers and of removed records are left out. ' +
    '`delivery.receiver_failing` tells once of a receiver (scheme, host and port) whose attempts have all failed, at least 5 in 10 minutes ' +
    'or longer; `delivery.receiver_recovered` follows when it takes something again. ' +
    'A reader that reconnects with `Last-Event-ID` (or begins with `last_event_id`) misses nothing of ' +
    'the last 24 h; without either, it is told of what happens from now on. Where events after that id are no longer kept, it is told ' +
    '`stream.gap` first, whatever its filters: read the lists again. ' +
    'With several filters an event must pass all. A `heartbeat` event every 15 s shows that the stream lives; its id is as far ' +
    'as the reader has been served, so `Last-Event-ID` moves on where filters show it nothing. ' +
    'A reader that takes nothing for a minute is disconnected.',
  query: z.strictObject({
    last_event_id: eventId
      .optional()
      .meta({ description: 'As the header `Last-Event-ID`, which comes first, for readers that cannot set it' }),
    types: commaSeparated(z.enum(streamEventTypes), limits.filterValues)
      .optional()
      .meta({ description: 'Types, comma separated: only these', examples: ['prompt.answered,prompt.expired'] }),
    channel_id: commaSeparated(channelId, limits.filterValues)
      .optional()
      .meta({ description: 'Ids of channels, comma separated: only what concerns one of them' }),
    correlation_id: commaSeparated(characters(limits.correlationId, 1), limits.filterValues).optional().meta({
      description:
        'Comma separated: only prompts with one of them, and callbacks about such. One that holds a comma cannot be named',
    }),
  }),
  produces: 'text/event-stream',
  status: 200,
  reply: streamEvent,
  errors: [400, 503],
});
