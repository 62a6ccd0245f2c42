import { z } from 'zod';
import { promptId } from './prompts.js';
import { route } from './route.js';
import { channelId, characters, cursor, dateTime, limits, listLimit } from './vocabulary.js';

export const deliveryStates = ['pending', 'delivered', 'dead'] as const;

export const deliveryRecord = z
  .object({
    id: z.uuid(),
    event_id: z.uuid().meta({ description: 'The same on every attempt' }),
    event_type: z.string(),
    state: z.enum(deliveryStates),
    channel_id: z.string(),
    prompt_id: promptId.nullable(),
    message_id: z.uuid().nullable(),
    url: z.string().meta({ description: 'The receiver, without user and password' }),
    attempt_count: z.int(),
    next_attempt_at: dateTime
      .nullable()
      .meta({ description: 'Null while an attempt is under way, and once it is delivered or dead' }),
    last_status: z.int().nullable(),
    last_error: z.string().nullable(),
    created_at: dateTime,
    delivered_at: dateTime.nullable(),
    dead_at: dateTime.nullable(),
  })
  .meta({ id: 'Delivery' });
export type DeliveryRecord = z.output<typeof deliveryRecord>;

export const deliveryDetail = deliveryRecord
  .extend({
    body: z.string().meta({ description: 'What is posted, byte for byte' }),
    attempts: z.array(
      z.object({
        number: z.int(),
        started_at: dateTime,
        duration_ms: z.int(),
        status: z.int().nullable(),
        error: z.string().nullable(),
        response: z.string().nullable().meta({ description: 'The first 2 kB' }),
      }),
    ),
  })
  .meta({ id: 'DeliveryDetail' });

/** A receiver that takes nothing, or has begun to take something again. */
export const receiverRecord = z
  .object({
    destination: z.string().meta({ description: 'Scheme, host and port of the callback addresses' }),
    state: z.enum(['failing', 'ok']),
    failing_since: dateTime
      .nullable()
      .meta({ description: 'When the first attempt failed since it last took something; null: none has' }),
    failed_attempts: z.int().meta({ description: 'Since then' }),
    last_failed_at: dateTime.nullable(),
    last_status: z.int().nullable(),
    last_error: z.string().nullable(),
    reported_at: dateTime
      .nullable()
      .meta({ description: 'When `delivery.receiver_failing` told of it; null: it has not, or it does not fail' }),
  })
  .meta({ id: 'Receiver' });
export type ReceiverRecord = z.output<typeof receiverRecord>;

const byId = z.object({ id: z.string() });
const filter = {
  channel_id: channelId.optional(),
  prompt_id: characters(16, 1).optional().meta({ description: '`#12` or `12`' }),
  message_id: characters(64, 1).optional(),
  event_id: characters(64, 1).optional(),
};

export const listDeliveries = route({
  id: 'listDeliveries',
  method: 'GET',
  path: '/v1/deliveries',
  scopes: ['deliveries:read'],
  tag: 'Deliveries',
  summary: 'List callbacks, newest first',
  query: z.strictObject({
    state: z
      .enum([...deliveryStates, 'all'])
      .optional()
      .meta({ default: 'all' }),
    ...filter,
    limit: listLimit,
    cursor,
  }),
  status: 200,
  reply: z.array(deliveryRecord),
  errors: [400],
});

export const getDelivery = route({
  id: 'getDelivery',
  method: 'GET',
  path: '/v1/deliveries/{id}',
  scopes: ['deliveries:read'],
  tag: 'Deliveries',
  summary: 'Get one callback with all its attempts',
  params: byId,
  status: 200,
  reply: deliveryDetail,
  errors: [400, 404],
});

export const retryDelivery = route({
  id: 'retryDelivery',
  method: 'POST',
  path: '/v1/deliveries/{id}/retry',
  scopes: ['deliveries:write'],
  tag: 'Deliveries',
  summary: 'Send a callback again now',
  description:
    'Same event id, same body, whether it is pending, delivered or dead; its schedule of attempts begins anew. ' +
    'One that is being attempted right now is left as it is: it is not sent twice at once.',
  params: byId,
  status: 200,
  reply: deliveryRecord,
  errors: [400, 404],
});

export const retryDeliveries = route({
  id: 'retryDeliveries',
  method: 'POST',
  path: '/v1/deliveries/retry',
  scopes: ['deliveries:write'],
  tag: 'Deliveries',
  summary: 'Send all dead callbacks again that match',
  description:
    '`{}`, or no body, means all. Answers when all of them are due again; they are then sent in the order of the schedule, each receiver at its own pace.',
  body: z
    .strictObject({
      ...filter,
      state: z.literal('dead').optional(),
      dry_run: z.boolean().optional().meta({ description: 'Only tells how many would be sent again', default: false }),
    })
    .meta({ id: 'DeliveryRetry' }),
  status: 200,
  reply: z.object({ retried: z.int() }),
  errors: [400, 413, 415],
});

export const listReceivers = route({
  id: 'listReceivers',
  method: 'GET',
  path: '/v1/receivers',
  scopes: ['deliveries:read'],
  tag: 'Deliveries',
  summary: 'List receivers that take nothing',
  description:
    `Receivers whose attempts have all failed since the first failure: those that \`delivery.receiver_failing\` told of first, then by \`failing_since\`; ${limits.listMax} at most. ` +
    'One that nothing was posted to for a week is left out.',
  status: 200,
  reply: z.array(receiverRecord),
  errors: [400],
});
