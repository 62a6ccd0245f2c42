import { z } from 'zod';
import { channelRecord } from '../channels/channels.js';
import { route } from '../routes/route.js';
import { timeZone } from '../time-zone.js';
import { dateTime } from '../vocabulary.js';

export const statisticsWindows = ['24h', '7d', '30d'] as const;
export type StatisticsWindow = (typeof statisticsWindows)[number];

export const statistics = z
  .object({
    window: z.enum(statisticsWindows),
    from: dateTime,
    to: dateTime,
    buckets: z
      .array(
        z.object({
          from: dateTime,
          created: z.int(),
          answered: z.int(),
          expired: z.int(),
          cancelled: z.int(),
          undeliverable: z.int(),
        }),
      )
      .meta({
        description:
          'Prompts by hour (`24h`) or by day in `time_zone`, oldest first, without gaps. Each bucket counts what happened in its time; the last one is ' +
          'not over yet. `expired`: not answered in time. `cancelled`: cancelled before an answer. `undeliverable`: the platform ' +
          'reported that the question did not arrive.',
      }),
    median_answer_ms: z
      .int()
      .nullable()
      .meta({ description: 'The median time from question to answer, over the latest 20,000 answers in the window.' }),
    callbacks: z
      .object({ delivered: z.int(), dead: z.int(), pending: z.int() })
      .meta({ description: 'Callbacks created in the window, by their current state.' }),
    before: z
      .object({
        from: dateTime,
        to: dateTime,
        callbacks: z.object({ delivered: z.int(), dead: z.int(), pending: z.int() }),
      })
      .meta({ description: 'The callbacks of an equally long time, one window earlier.' }),
    queue: z.object({
      pending: z.int(),
      oldest_at: dateTime.nullable().meta({ description: 'When the oldest pending callback was created.' }),
    }),
    channels: z.object({
      active: z.int(),
      failing: z.int(),
      unverified: z.int().meta({ description: 'Active channels whose health is `unknown`.' }),
      troubled: z
        .array(channelRecord)
        .meta({ description: 'Up to 10 active channels that are failing, latest first.' }),
    }),
  })
  .meta({ id: 'Statistics' });
export type Statistics = z.output<typeof statistics>;

export const statisticsQuery = z.strictObject({
  window: z.enum(statisticsWindows).optional().meta({ default: '24h' }),
  time_zone: timeZone.optional().meta({
    default: 'UTC',
    description: 'Where hours and days begin: an IANA name.',
    examples: ['Europe/Berlin'],
  }),
});

export const getStatistics = route({
  id: 'getStatistics',
  method: 'GET',
  path: '/v1/statistics',
  scopes: ['status:read'],
  tag: 'Operations',
  summary: 'Get statistics of prompts, callbacks and channels',
  description: 'Counts records that still exist. The numbers can be a few seconds old.',
  query: statisticsQuery,
  status: 200,
  reply: statistics,
  errors: [400],
});
