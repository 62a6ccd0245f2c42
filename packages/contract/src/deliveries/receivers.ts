import { z } from 'zod';
import { deliveryAttempt } from './deliveries.js';
import { route } from '../routes/route.js';
import { timeZone } from '../time-zone.js';
import { cursor, dateTime, displayName, limits, listLimit } from '../vocabulary.js';

/** The state of a receiver. */
export const receiverRecord = z
  .object({
    destination: z.string().meta({ description: 'Scheme, host and port of the callback addresses.' }),
    name: z.string().nullable().meta({ description: 'What people call it. Null: it has no name.' }),
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
    paused_at: dateTime
      .nullable()
      .meta({ description: 'Since when no attempts are made, in any state. Null: not paused.' }),
    paused_by: z.string().nullable().meta({ description: 'The name of the operator or key that paused it.' }),
  })
  .meta({ id: 'Receiver' });
export type ReceiverRecord = z.output<typeof receiverRecord>;

const counted = 'At most 10,000 are counted.';

export const receiverDetail = receiverRecord
  .extend({
    id: z.string().meta({
      description: 'For addresses: `destination` without the slashes.',
      examples: ['https:agent.example:8443'],
    }),
    pending_count: z.int().meta({ description: `Pending callbacks. ${counted}` }),
    dead_count: z.int().meta({ description: `Dead callbacks. ${counted}` }),
    attempts: z.int().meta({
      description:
        'Attempts of the window. Only those of the newest 200 callbacks are measured, so the window of a busy receiver is shorter.',
    }),
    error_rate: z
      .number()
      .nullable()
      .meta({ description: 'The share of these attempts that failed, 0 to 1. Null: no attempt.' }),
    p50_ms: z.int().nullable().meta({ description: 'The median of their durations. Null: no attempt.' }),
    p95_ms: z.int().nullable().meta({ description: '95 % of them took at most this long. Null: no attempt.' }),
    last_attempt: z
      .object({
        started_at: dateTime,
        duration_ms: z.int(),
        status: z.int().nullable(),
        error: z.string().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'ReceiverDetail' });
export type ReceiverDetail = z.output<typeof receiverDetail>;

export const receiverWithFailure = receiverDetail
  .extend({
    last_failure: deliveryAttempt
      .extend({ delivery_id: z.uuid().meta({ description: 'The callback that was attempted.' }) })
      .nullable()
      .meta({
        description:
          'The newest failed attempt, also if the callback was delivered later. Of the newest 200 pending, 200 delivered and 200 dead ' +
          'callbacks. Null: none of them has failed.',
      }),
    addresses: z
      .array(
        z
          .object({
            url: z.string().meta({ description: 'Without user, password and query.' }),
            delivered_count: z.int(),
            pending_count: z.int(),
            dead_count: z.int(),
            last_attempt_at: dateTime.nullable().meta({ description: 'Null: no attempt has ended.' }),
          })
          .meta({ id: 'ReceiverAddress' }),
      )
      .meta({
        description:
          'The callback addresses of those of the newest 200 callbacks that were created in the window, the one with the newest first.',
      }),
    traffic: z
      .array(
        z
          .object({
            from: dateTime.meta({ description: 'The begin of the period.' }),
            delivered: z.int().meta({ description: 'Attempts that the receiver accepted.' }),
            failed: z.int().meta({ description: 'Attempts that failed.' }),
          })
          .meta({ id: 'ReceiverTraffic' }),
      )
      .meta({
        description:
          'All attempts that ended in the window, oldest first, without gaps: by 5 minutes (`1h`), by the hour (`24h`), or by six hours ' +
          '(`7d`) in UTC. Counted every two seconds; a crash of an instance loses what it has not counted yet.',
      }),
    dead_by_day: z
      .array(
        z.object({
          from: dateTime.meta({
            description: 'The begin of the day. As `since` of a retry it includes this day and later ones.',
          }),
          count: z.int(),
        }),
      )
      .optional()
      .meta({
        description:
          'The newest 10,000 dead callbacks by the day of their creation, the newest day first, without days that have none. Only with ' +
          '`time_zone`.',
      }),
  })
  .meta({ id: 'ReceiverWithFailure' });
export type ReceiverWithFailure = z.output<typeof receiverWithFailure>;

export const receiverWindows = ['1h', '24h', '7d'] as const;
const window = z
  .enum(receiverWindows)
  .optional()
  .meta({ default: '24h', description: 'The time over which attempts are measured.' });
const params = z.object({
  id: z
    .string()
    .max(limits.url)
    .meta({ description: 'The `id` of a receiver, or its `destination`, percent-encoded.' }),
});

export const listReceivers = route({
  id: 'listReceivers',
  method: 'GET',
  path: '/v1/receivers',
  scopes: ['deliveries:read'],
  tag: 'Deliveries',
  summary: 'List receivers',
  description:
    'A receiver is a scheme, host and port to which callbacks are posted.\n\n' +
    '`failing`: receivers whose attempts have all failed since the first failure. Those that `delivery.receiver_failing` has reported come ' +
    `first, then by \`failing_since\`; at most ${limits.listMax}. Receivers without an attempt in the last week are omitted.\n\n` +
    '`paused`, `named`, `all`: by `destination` in alphabetical order, page by page. A receiver is listed as long as it has callbacks, ' +
    'fails, is paused or has a name.\n\n' +
    'A key that is limited to channels sees none, because a receiver can serve several channels.',
  query: z.strictObject({
    state: z.enum(['failing', 'paused', 'named', 'all']).optional().meta({ default: 'failing' }),
    window,
    limit: listLimit,
    cursor,
  }),
  status: 200,
  reply: z.array(receiverDetail),
  errors: [400],
});

export const getReceiver = route({
  id: 'getReceiver',
  method: 'GET',
  path: '/v1/receivers/{id}',
  scopes: ['deliveries:read'],
  tag: 'Deliveries',
  summary: 'Get one receiver with its last failed attempt',
  params,
  query: z.strictObject({
    window,
    time_zone: timeZone.optional().meta({
      description: 'Also returns `dead_by_day`, with the days of this time zone: an IANA name.',
      examples: ['Europe/Berlin'],
    }),
  }),
  status: 200,
  reply: receiverWithFailure,
  errors: [400, 404],
});

export const updateReceiver = route({
  id: 'updateReceiver',
  method: 'PATCH',
  path: '/v1/receivers/{id}',
  scopes: ['deliveries:write'],
  tag: 'Deliveries',
  summary: 'Name a receiver',
  description:
    'The console shows the name before the address of the receiver, never without it. A receiver with a name is listed also when it has no ' +
    'callbacks.',
  params,
  body: z
    .strictObject({ name: displayName.nullable().meta({ description: 'Null removes the name.' }) })
    .meta({ id: 'ReceiverUpdate' }),
  status: 200,
  reply: receiverRecord,
  errors: [400, 404, 413, 415],
});

export const pauseReceiver = route({
  id: 'pauseReceiver',
  method: 'POST',
  path: '/v1/receivers/{id}/pause',
  scopes: ['deliveries:write'],
  tag: 'Deliveries',
  summary: 'Pause deliveries to a receiver',
  description:
    'From the response on, no instance takes another callback for this receiver. Attempts for which one was taken before end; of the ' +
    'messages of a channel that were taken together, the one that is being posted. Callbacks stay pending; they keep their remaining attempts, and none becomes dead or is deleted while the receiver is ' +
    'paused. Pausing a paused receiver changes nothing.',
  params,
  status: 200,
  reply: receiverRecord,
  errors: [400, 404],
});

export const resumeReceiver = route({
  id: 'resumeReceiver',
  method: 'POST',
  path: '/v1/receivers/{id}/resume',
  scopes: ['deliveries:write'],
  tag: 'Deliveries',
  summary: 'Resume deliveries to a receiver',
  description:
    'Callbacks whose attempt has become due are posted now, at most 16 at a time, and the retry schedule of each continues. Resuming a ' +
    'receiver that is not paused changes nothing.',
  params,
  status: 200,
  reply: receiverRecord,
  errors: [400, 404],
});

export const retryReceiver = route({
  id: 'retryReceiver',
  method: 'POST',
  path: '/v1/receivers/{id}/retry',
  scopes: ['deliveries:write'],
  tag: 'Deliveries',
  summary: 'Retry the dead callbacks of a receiver',
  description:
    'The same as `POST /v1/deliveries/retry` with `url` and `since`. A paused receiver gets them when it is resumed.',
  params,
  body: z
    .strictObject({
      since: dateTime.optional().meta({ description: 'Only callbacks that were created at this time or later.' }),
      dry_run: z
        .boolean()
        .optional()
        .meta({ description: 'Only counts the callbacks, without retrying them.', default: false }),
    })
    .meta({ id: 'ReceiverRetry' }),
  status: 200,
  reply: z.object({ retried: z.int() }),
  errors: [400, 404, 413, 415],
});
