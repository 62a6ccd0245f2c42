import { z } from 'zod';
import { route } from '../routes/route.js';
import { channelId, dateTime } from '../vocabulary.js';

/** What operators are told of. */
export const alertKinds = ['channel_failing', 'receiver_failing', 'key_ending', 'disk_low'] as const;
export type AlertKind = (typeof alertKinds)[number];

const chosenChannel = channelId.nullable().meta({
  description:
    'Alerts are posted in the chat of this channel, while it is proven (`credentials_proven`). Null: in no chat.',
});

export const alertRecord = z
  .object({
    kind: z.enum(alertKinds),
    subject: z
      .string()
      .meta({ description: 'Id of the channel or key, `destination` of the receiver, or the folder.' }),
    name: z.string(),
    detail: z.string().nullable().meta({ description: 'What is wrong. Of a key: when it ends.' }),
    since: dateTime,
    told: z.boolean().meta({ description: 'Whether all who want alerts and could be reached were told.' }),
  })
  .meta({ id: 'Alert' });
export type AlertRecord = z.output<typeof alertRecord>;

export const alertsRecord = z
  .object({
    channel_id: chosenChannel,
    alerts: z.array(alertRecord).meta({ description: 'Newest first, at most 100.' }),
  })
  .meta({ id: 'Alerts' });
export type AlertsRecord = z.output<typeof alertsRecord>;

export const getAlerts = route({
  id: 'getAlerts',
  method: 'GET',
  path: '/v1/alerts',
  scopes: ['settings:read'],
  tag: 'Operations',
  summary: 'Get the problems of the gateway that operators are told of',
  description:
    'Operators are told when a channel fails for 2 minutes, when all callbacks to a receiver fail for a while, a week before an API key ends, ' +
    'and when the disk has less than 1 GB; and when it is over, which is after 10 minutes without the problem. They are told by the notifications of the ' +
    'console, and in the chat of a channel. The list is made only while there is somebody to tell. It has those of channels, receivers and keys ' +
    'for who may read these.',
  status: 200,
  reply: alertsRecord,
  errors: [400],
});

export const updateAlerts = route({
  id: 'updateAlerts',
  method: 'PATCH',
  path: '/v1/alerts',
  scopes: ['settings:write'],
  tag: 'Operations',
  summary: 'Choose the chat in which alerts are posted',
  body: z.strictObject({ channel_id: chosenChannel }).meta({ id: 'AlertsPatch' }),
  status: 200,
  reply: alertsRecord,
  errors: [400, 413, 415],
});
