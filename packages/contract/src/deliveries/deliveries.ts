import { z } from 'zod';
import { promptId } from '../prompts/prompts.js';
import { route } from '../routes/route.js';
import {
  channelId,
  characters,
  commaSeparated,
  cursor,
  dateTime,
  httpUrl,
  limits,
  listLimit,
  listOrder,
} from '../vocabulary.js';

/** The types of the events that are posted as callbacks. */
export const callbackTypes = ['prompt.answered', 'prompt.expired', 'prompt.withdrawn', 'message.created'] as const;

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

export const deliveryAttempt = z.object({
  number: z.int(),
  started_at: dateTime,
  duration_ms: z.int(),
  status: z.int().nullable(),
  error: z.string().nullable(),
  response: z.string().nullable().meta({ description: 'The first 2 kB of the response body.' }),
});
export type DeliveryAttempt = z.output<typeof deliveryAttempt>;

export const deliveryDetail = deliveryRecord
  .extend({
    body: z.string().meta({ description: 'The body that is posted, byte for byte.' }),
    attempts: z.array(deliveryAttempt),
  })
  .meta({ id: 'DeliveryDetail' });

const byId = z.object({ id: z.string() });
/** Which deliveries a list shows and a retry takes. Times are those of creation. */
const filter = {
  channel_id: channelId.optional(),
  prompt_id: characters(16, 1).optional().meta({ description: '`#12` or `12`.' }),
  message_id: characters(64, 1).optional(),
  event_id: characters(64, 1).optional(),
  url: httpUrl.optional().meta({
    description:
      'A receiver, or the beginning of its URLs: `https://agent.example` finds all callbacks to this scheme, host and port; ' +
      '`https://agent.example/hooks` those whose path begins with `/hooks`.',
    examples: ['https://agent.example/hooks'],
  }),
  event: z.enum(callbackTypes).optional().meta({ description: 'The type of the event.' }),
  since: dateTime.optional().meta({ description: 'Only callbacks that were created at this time or later.' }),
  until: dateTime.optional().meta({ description: 'Only callbacks that were created before this time.' }),
};
const statusCode = z
  .string()
  .regex(/^(?:[1-5]\d\d|[1-5]xx|none)$/, { error: 'must be a status such as 503, a class such as 5xx, or none' });
const statusCodes =
  'The response to the last attempt: statuses such as `503`, classes such as `5xx`, or `none` for no response';

export const listDeliveries = route({
  id: 'listDeliveries',
  method: 'GET',
  path: '/v1/deliveries',
  scopes: ['deliveries:read'],
  tag: 'Deliveries',
  summary: 'List callbacks, newest first',
  description:
    'A request compares at most 10,000 callbacks with `status_code`, `event` and the path of `url`. So a page can be shorter than `limit`, ' +
    'or empty, although there are more: continue while the response has a `Link` header.',
  query: z.strictObject({
    state: z
      .enum([...deliveryStates, 'all'])
      .optional()
      .meta({ default: 'all' }),
    ...filter,
    status_code: commaSeparated(statusCode, limits.filterValues)
      .optional()
      .meta({ description: `${statusCodes}; comma separated.`, examples: ['5xx,429,none'] }),
    order: listOrder,
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
      status_code: z
        .array(statusCode)
        .min(1)
        .max(limits.filterValues)
        .optional()
        .meta({ description: `${statusCodes}.` }),
      ids: z.array(z.uuid()).min(1).max(limits.listMax).optional().meta({
        description:
          'Retries these callbacks, in any state, as `POST /v1/deliveries/{id}/retry` does. Cannot be combined with a filter or `dry_run`.',
      }),
      state: z.literal('dead').optional(),
      dry_run: z
        .boolean()
        .optional()
        .meta({ description: 'Only counts the callbacks, without retrying them.', default: false }),
    })
    .refine(({ ids, ...rest }) => ids === undefined || Object.keys(rest).length === 0, {
      error: 'must not be combined with other fields',
      path: ['ids'],
    })
    .meta({ id: 'DeliveryRetry' }),
  status: 200,
  reply: z.object({ retried: z.int() }),
  errors: [400, 413, 415],
});

export const createDeliveryCurl = route({
  id: 'createDeliveryCurl',
  method: 'POST',
  path: '/v1/deliveries/{id}/curl',
  scopes: ['deliveries:write'],
  operatorOnly: true,
  tag: 'Deliveries',
  summary: 'Create a curl command that posts a callback with a valid signature',
  description:
    'The command has the body of the callback, the current time and signatures by the signing secrets, but no secret, and no user and ' +
    'password of the URL. The gateway has one signing secret for all receivers. Only for operators who are signed in to the console; each ' +
    'call is in the audit log.',
  params: byId,
  status: 200,
  reply: z
    .object({
      command: z.string().meta({ description: 'For a POSIX shell.' }),
      expires_at: dateTime.meta({
        description: 'Until when receivers with the usual tolerance of 5 minutes accept `webhook-signature`.',
      }),
      omits_user: z.boolean().meta({
        description: 'Whether the URL has a user and password, which the command omits: add `--user`.',
      }),
    })
    .meta({ id: 'DeliveryCurl' }),
  errors: [400, 404],
});
