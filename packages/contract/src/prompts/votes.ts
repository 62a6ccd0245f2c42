import { z } from 'zod';
import { decisionValue } from './decisions.js';
import { dateTime, platformId } from '../vocabulary.js';

/** The person who voted. */
export const voter = z.object({
  person_id: z.string().nullable(),
  operator_id: z.string().nullable().meta({ description: 'The operator who answered in the console.' }),
  platform: platformId.nullable(),
  user_id: z.string().nullable(),
  name: z.string(),
});

export const vote = z
  .object({
    by: voter,
    decision: decisionValue.optional().meta({ description: 'Only for a prompt with `decisions`.' }),
    option: z
      .string()
      .optional()
      .meta({ description: 'The label of the option. Only for a prompt without `decisions`.' }),
    grant_sec: z
      .int()
      .optional()
      .meta({ description: 'For how many seconds the person approves the next ones, too. Absent: only this one.' }),
    reason: z.string().nullable().meta({
      description:
        'The words of the person. They can come after the decision of another: then they are not in a callback that was sent.',
    }),
    at: dateTime,
    channel_id: z
      .string()
      .nullable()
      .meta({ description: 'Null in the record of a prompt: a channel that the reading key may not see.' }),
  })
  .meta({ id: 'Vote' });
export type Vote = z.output<typeof vote>;

export const decidedBy = z.enum(['person', 'policy', 'rule', 'grant']);

/** A message with the question. */
export const promptPost = z
  .object({
    channel_id: z.string(),
    platform: platformId,
    chat_id: z.string(),
    message_id: z.string().nullable(),
    failed: z
      .string()
      .nullable()
      .meta({ description: 'Why the question could not be posted in this chat. Null: it was, or will be.' }),
    closed_at: dateTime.nullable().meta({ description: 'When the message was updated after the prompt was closed.' }),
    uninspectable: z.boolean().optional().meta({
      description:
        'Whether this chat could not show the whole action: then no answer from it lets the action run. Only of a prompt with an `action`.',
    }),
  })
  .meta({ id: 'PromptPost' });
export type PromptPost = z.output<typeof promptPost>;
