import { z } from 'zod';
import { promptId } from './prompts.js';
import { route } from './route.js';
import { channelId, characters, cursor, dateTime, limits, listLimit } from './vocabulary.js';

export const deliveryStates = ['pending', 'delivered', 'dead'] as const;

export const deliveryRecord = z
  .object({
    id: z.uuid(),
    event_id: z.uuid().meta({ description: 'The same on every attempt.' }),
    event_type: z.string(),
    state: z.enum(deliveryStates),
    channel_id: z.string(),
    prompt_id: promptId.nullable(),
    message_id: z.uuid().nullable(),
    url: z.string().meta({ description: 'The callback address, without user and password.' }),
    attempt_count: z.int(),
    next_attempt_at: dateTime
      .nullable()
      .meta({ description: 'Null while an attempt is in progress, and when the callback is delivered or dead.' }),
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
    body: z.string().meta({ description: 'The body that is posted, byte for byte.' }),
    attempts: z.array(
      z.object({
        number: z.int(),
        started_at: dateTime,
        duration_ms: z.int(),
        status: z.int().nullable(),
        error: z.string().nullable(),
        response: z.string().nullable().meta({ description: 'The first 2 kB of the response body.' }),
      }),
    ),
  })
  .meta({ id: 'DeliveryDetail' });

/** A receiver that is failing or has recovered. */
export const receiverRecord = z
  .object({
    destination: z.string().meta({ description: 'Scheme, host and port of the callback addresses.' }),
    state: z.enum(['failing', 'ok']),
    failing_since: dateTime
      .nullable()
      .meta({ description: 'Time of the first failed attempt since the last success. Null: not failing.' }),
    failed_attempts: z.int().meta({ description: 'Failed attempts since then.' }),
    last_failed_at: dateTime.nullable(),
    last_status: z.int().nullable(),
    last_error: z.string().nullable(),
    reported_at: dateTime.nullable().meta({
      description: 'When `delivery.receiver_failing` was sent. Null: it was not sent, or the receiver is not failing.',
    }),
  })
  .meta({ id: 'Receiver' });
export type ReceiverRecord = z.output<typeof receiverRecord>;

const byId = z.object({ id: z.string() });
const filter = {
  channel_id: channelId.optional(),
  prompt_id: characters(16, 1).optional().meta({ description: '`#12` or `12`.' }),
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
  summary: 'Retry a callback now',
  description:
    'Works for pending, delivered and dead callbacks. The event id and body stay the same, and the retry schedule starts again. ' +
    'A callback whose attempt is in progress is left unchanged, so that it is not sent twice at the same time.',
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
  summary: 'Retry all dead callbacks that match a filter',
  description:
    '`{}`, or no body, retries all dead callbacks. The response is sent when all of them are due; they are then posted in the background.',
  body: z
    .strictObject({
      ...filter,
      state: z.literal('dead').optional(),
      dry_run: z
        .boolean()
        .optional()
        .meta({ description: 'Only counts the callbacks, without retrying them.', default: false }),
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
  summary: 'List failing receivers',
  description:
    'Receivers whose attempts have all failed since the first failure. Those that `delivery.receiver_failing` has reported come first, then ' +
    `by \`failing_since\`; at most ${limits.listMax}. Receivers without an attempt in the last week are omitted.`,
  status: 200,
  reply: z.array(receiverRecord),
  errors: [400],
});
