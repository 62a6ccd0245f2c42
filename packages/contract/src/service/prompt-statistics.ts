import { z } from 'zod';
import { route } from '../routes/route.js';
import { statisticsQuery, statisticsWindows } from './statistics.js';
import { dateTime } from '../vocabulary.js';

const count = z.int().min(0);
const ms = z.int().min(0).nullable();

const outcomes = {
  created: count,
  answered: count,
  expired: count,
  cancelled: count,
  undeliverable: count,
  pending: count,
};

const total = {
  ...outcomes,
  median_answer_ms: ms,
  p90_answer_ms: ms,
};

const who = {
  person_id: z
    .string()
    .nullable()
    .meta({ description: 'Null: an account that belongs to no person of the directory.' }),
  operator_id: z.string().nullable().meta({ description: 'An operator who is no such person.' }),
  platform: z.string().nullable(),
  user_id: z.string().nullable(),
  name: z.string().nullable(),
};

/** What people answered to prompts with an action. */
const answers = {
  approved: count,
  edited: count.meta({ description: 'Approved with other arguments.' }),
  rejected: count.meta({ description: 'Every other answer, also a response: the action does not run.' }),
  under_2_s: count.meta({ description: 'Answers in less than 2 seconds after the question.' }),
  median_answer_ms: ms,
};

const group = { created: count, answered: count, median_answer_ms: ms };

export const promptStatistics = z
  .object({
    window: z.enum(statisticsWindows),
    from: dateTime,
    to: dateTime,
    slots: z.array(z.object({ from: dateTime, ...outcomes, median_answer_ms: ms })).meta({
      description:
        'The prompts that were created in each hour (`24h`) or day of `time_zone`, oldest first, without gaps, by what has become of ' +
        'them since. The last slot is not over yet. Its median covers the latest 1,000 of them.',
    }),
    total: z.object(total).meta({
      description:
        'The prompts that were created in the window. The times are from question to answer, over the latest 20,000 that ' +
        'people answered; `p90_answer_ms`: 90 % were answered within it. Null: people answered none.',
    }),
    before: z.object({ from: dateTime, to: dateTime, ...total }).meta({
      description: 'The same for an equally long time, one window earlier.',
    }),
    breakdown: z
      .object({
        prompts: count.meta({
          description: 'How many prompts the lists count: the latest 10,000 of the window at most.',
        }),
        since: dateTime.meta({
          description: 'They are the prompts that were created at this time or later, before `to`.',
        }),
        channels: z
          .array(
            z.object({
              channel_id: z.string(),
              platform: z.string(),
              is_active: z.boolean().nullable().meta({ description: 'Null: the channel does not exist.' }),
              ...group,
            }),
          )
          .meta({ description: 'The ten channels with most prompts.' }),
        keys: z
          .array(
            z.object({
              api_key_id: z
                .string()
                .nullable()
                .meta({ description: 'Null: created without a key, in the console for example.' }),
              name: z.string().nullable().meta({ description: 'Null: no such key exists.' }),
              revoked_at: dateTime.nullable(),
              ...group,
            }),
          )
          .nullable()
          .meta({ description: 'The ten API keys with most prompts. Null without `keys:read`.' }),
        people: z
          .array(z.object({ ...who, answered: count, median_answer_ms: ms }))
          .nullable()
          .meta({
            description:
              'The ten people with most answers. All accounts of a person in chats and the console count together. Null without `people:read`.',
          }),
        actions: z
          .array(
            z.object({
              name: z.string(),
              asked: count.meta({ description: 'People were asked.' }),
              pending: count.meta({ description: 'Of those asked, how many are not closed yet.' }),
              by_grant: count.meta({ description: 'Answered by a standing approval.' }),
              by_rule: count.meta({ description: 'Answered by a rule.' }),
              ...answers,
              people: z
                .array(z.object({ ...who, ...answers }))
                .nullable()
                .meta({ description: 'The five people with most answers. Null without `people:read`.' }),
            }),
          )
          .meta({
            description:
              'The ten names of actions with most prompts, and what people answered. A standing approval and a rule answer without asking people.',
          }),
      })
      .meta({ description: 'The same prompts by channel, by API key, by who answered, and by the action.' }),
  })
  .meta({ id: 'PromptStatistics' });
export type PromptStatistics = z.output<typeof promptStatistics>;

export const getPromptStatistics = route({
  id: 'getPromptStatistics',
  method: 'GET',
  path: '/v1/statistics/prompts',
  scopes: ['status:read'],
  tag: 'Operations',
  summary: 'Get statistics of the prompts that were created in a window',
  description:
    'Counts records that still exist, by the time of their creation. A key with `channels` gets the prompts of these. ' +
    'The numbers can be a few seconds old, and older while there are many prompts.',
  query: statisticsQuery,
  status: 200,
  reply: promptStatistics,
  errors: [400],
});
