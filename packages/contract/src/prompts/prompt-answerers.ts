import { z } from 'zod';
import { byPromptId } from './prompts.js';
import { route } from '../routes/route.js';
import { dateTime, platformId } from '../vocabulary.js';

/** How many of the people who are missing are named. */
export const NAMED_MISSING = 20;

/** Somebody who may answer. */
const answerer = z.object({
  person_id: z
    .string()
    .nullable()
    .meta({ description: 'Null: the approvers name a user of a platform who is no person.' }),
  user_id: z.string().nullable().meta({ description: 'The user whom the approvers name. Null: see `person_id`.' }),
  platform: platformId.nullable().meta({ description: 'The platform of `user_id`. Null: it can be on several.' }),
  name: z.string(),
});
export type Answerer = z.output<typeof answerer>;

export const problemCodes = [
  'channel_inactive',
  'channel_failing',
  'empty_group',
  'unknown_approver',
  'unreachable_approver',
  'too_few_people',
] as const;

const problem = z.object({
  code: z.string().meta({ description: `${problemCodes.map((code) => `\`${code}\``).join(', ')}. More may be added.` }),
  message: z.string().meta({ description: 'What prevents an answer and how to fix it.' }),
  channel_id: z.string().nullable().meta({ description: 'The channel to repair. Null: the problem is elsewhere.' }),
});
export type AnswerProblem = z.output<typeof problem>;

export const promptAnswerers = z
  .object({
    you: z
      .object({
        refusal: z
          .string()
          .nullable()
          .meta({ description: 'Why you may not answer. Null: you may, or the prompt is closed.' }),
        reason_until: dateTime.nullable().meta({
          description: 'Until when you can give the reason of your decision. Null: no reason is expected of you.',
        }),
      })
      .meta({ description: 'The operator who is signed in.' }),
    anybody: z
      .boolean()
      .meta({ description: 'Whether anybody in the chats may answer: then no one is named as missing.' }),
    missing: z
      .array(answerer)
      .max(NAMED_MISSING)
      .meta({ description: `The people who may answer and have not voted, by name: the first ${NAMED_MISSING}.` }),
    missing_count: z.int().meta({ description: 'How many people are missing in all.' }),
    problems: z.array(problem).meta({ description: 'What prevents an answer. Empty: nothing that is known.' }),
    hindrances: z.array(problem).meta({ description: 'The former name of `problems`.', deprecated: true }),
  })
  .meta({ id: 'PromptAnswerers' });
export type PromptAnswerers = z.output<typeof promptAnswerers>;

export const getPromptAnswerers = route({
  id: 'getPromptAnswerers',
  method: 'GET',
  path: '/v1/prompts/{id}/answerers',
  scopes: ['prompts:read'],
  operatorOnly: true,
  tag: 'Prompts',
  summary: 'List who may still answer a prompt, and what prevents an answer',
  description:
    'For the console: requires an operator’s session. The people are looked up as at an answer: they are on the approvers of the prompt and ' +
    'of its channels, and are not excluded as the requester. People who have voted are left out. Of a closed prompt no one is missing.',
  params: byPromptId,
  status: 200,
  reply: promptAnswerers,
  errors: [400, 404],
});
