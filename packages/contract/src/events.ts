import { z } from 'zod';
import { channelRecord } from './channels.js';
import { deliveryRecord } from './deliveries.js';
import { messageRecord } from './messages.js';
import { promptRecord } from './prompts.js';
import { streamEventTypes, type StreamEventType } from './event-types.js';
import { route } from './route.js';

/** Of a record that has been removed since. */
const removed = z.object({ id: z.string(), deleted: z.literal(true) }).meta({ id: 'RemovedRecord' });
/** Zero retention: the text is in the callback and nowhere else. */
const unkept = z
  .object({ id: z.null(), channel_id: z.string(), stored: z.literal(false) })
  .meta({ id: 'UnkeptMessage' });

/** `data` of each type, parsed: the record as it is when the event is sent. */
export const streamEventData = {
  'prompt.created': z.union([promptRecord, removed]),
  'prompt.answered': z.union([promptRecord, removed]),
  'prompt.expired': z.union([promptRecord, removed]),
  'message.created': z.union([messageRecord, unkept, removed]),
  'message.sent': z.union([messageRecord, removed]),
  'delivery.updated': z.union([deliveryRecord, removed]),
  'channel.updated': z.union([channelRecord, removed]),
} as const satisfies Record<StreamEventType, z.ZodType>;
export type StreamEventData<Type extends StreamEventType = StreamEventType> = z.output<(typeof streamEventData)[Type]>;

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
    '`data` is JSON: the record as it is when the event is sent; `{ id, deleted: true }` when it has been removed since; ' +
    '`{ id: null, channel_id, stored: false }` for a text that zero retention keeps nowhere (one that was sent is not told of at all). ' +
    'A reader that reconnects with `Last-Event-ID` (or begins with `last_event_id`) misses nothing of the last 24 h; ' +
    'without either, it is told of what happens from now on. A comment line every 15 s shows that the stream lives. ' +
    'A reader that takes nothing for a minute is disconnected.',
  query: z.strictObject({
    last_event_id: eventId
      .optional()
      .meta({ description: 'As the header `Last-Event-ID`, which comes first, for readers that cannot set it' }),
  }),
  produces: 'text/event-stream',
  status: 200,
  reply: z.string(),
  errors: [400, 503],
});
