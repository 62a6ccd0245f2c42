import { z } from 'zod';
import { channelRecord } from './channels.js';
import { route } from './route.js';
import { dateTime } from './vocabulary.js';

export const statisticsWindows = ['24h', '7d', '30d'] as const;
export type StatisticsWindow = (typeof statisticsWindows)[number];

export const statistics = z
  .object({
    window: z.enum(statisticsWindows),
    from: dateTime,
    to: dateTime,
    buckets: z
      .array(z.object({ from: dateTime, created: z.int(), answered: z.int(), expired: z.int(), cancelled: z.int() }))
      .meta({
        description:
          'Prompts by hour (24h) or by UTC day, oldest first, without gaps; the last one is still under way; ' +
          'each counts what happened then. `expired`: their time ran out without an answer; `cancelled`: they were withdrawn before',
      }),
    median_answer_ms: z
      .int()
      .nullable()
      .meta({ description: 'From question to answer, of the latest 20,000 answers of the window' }),
    callbacks: z
      .object({ delivered: z.int(), dead: z.int(), pending: z.int() })
      .meta({ description: 'Callbacks created in the window, by what became of them' }),
    queue: z.object({
      pending: z.int(),
      oldest_at: dateTime.nullable().meta({ description: 'When the oldest undelivered callback was created' }),
    }),
    channels: z.object({
      active: z.int(),
      failing: z.int(),
      unverified: z.int().meta({ description: 'Active channels that do not fail and were never seen to work' }),
      troubled: z
        .array(channelRecord)
        .meta({ description: 'Up to 10 active channels that fail, latest trouble first' }),
    }),
  })
  .meta({ id: 'Statistics' });
export type Statistics = z.output<typeof statistics>;

export const getStatistics = route({
  id: 'getStatistics',
  method: 'GET',
  path: '/v1/statistics',
  scopes: ['status:read'],
  tag: 'Operations',
  summary: 'What was asked, answered and delivered over a time',
  description: 'Counts what is still kept, a few seconds old at most.',
  query: z.strictObject({ window: z.enum(statisticsWindows).optional().meta({ default: '24h' }) }),
  status: 200,
  reply: statistics,
  errors: [400],
});
