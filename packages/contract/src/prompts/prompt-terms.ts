import { z } from 'zod';
import { approvers } from '../people/approvers.js';
import { action, actionDigest, askReason, decision, decisionValue, labels } from './decisions.js';
import { policyRecord } from '../people/policies.js';
import { drawnAction } from '../people/rule-drawing.js';
import { characters, dateTime, limits, platformId, recordId } from '../vocabulary.js';
import { decidedBy, promptPost, vote } from './votes.js';

/** The part of a new prompt that says who may answer, and whether one question stands for several requests. */
export const newPromptTerms = {
  approvers: approvers
    .nullish()
    .transform((given) => given ?? null)
    .meta({
      description:
        'Who may answer. The list narrows that of the channel: a person who answers must be on both. Default: anybody whom the channel allows.',
    }),
  requested_by: z
    .union([z.strictObject({ person: recordId }), z.strictObject({ user_id: characters(limits.userId, 1) })], {
      error: 'must be {"person": id} or {"user_id": id on the platform of the channel}',
    })
    .nullish()
    .transform((given) => given ?? null)
    .meta({ description: 'For whom the agent acts. A key with `acts_for` says it by itself.' }),
  policy: recordId
    .nullish()
    .transform((given) => given ?? null)
    .meta({ description: 'The policy by which people decide. Default: that of the channel, if it has one.' }),
  collapse: z
    .boolean()
    .nullish()
    .transform((wanted) => wanted ?? false)
    .meta({
      description:
        'With `action`: while a prompt with the same key, action, channels, `callback_url`, `correlation_id`, `requested_by`, `approvers`, `policy`, ' +
        '`decisions`, `options` and `approving_options` is pending, the reply is that one, and nothing is posted. Default: `false`.',
    }),
};

/** The rule that decided how a prompt is asked. */
export const matchedRule = z
  .object({ rule_id: z.string(), version: z.int() })
  .meta({ description: 'The first rule that matched the action, as it was then. Absent: none matched.' });

/**
 * The part of a prompt's record that only prompts have which use it: a decision, an action, approvers, a requester, a policy or several
 * channels, of their own or by their channel. A prompt that uses one has all these fields, and null where it does not use one. The
 * records of other prompts have none of them.
 */
export const promptTerms = {
  action: action.nullable().optional(),
  decisions: z.array(decisionValue).nullable().optional(),
  labels: labels.nullable().optional(),
  ask_reason: askReason.optional(),
  reason_wait_sec: z.int().optional(),
  action_digest: actionDigest.optional().meta({
    description: 'The digest of the action as asked. This and the next fields: only of a prompt with an `action`.',
  }),
  approving_options: z.array(z.string()).nullable().optional(),
  consume_within_sec: z.int().nullable().optional(),
  consumed_at: dateTime.nullable().optional().meta({ description: 'When the approval was used. Null: it was not.' }),
  consumed_by: z.string().nullable().optional().meta({ description: 'The API key that used it.' }),
  withdrawn_at: dateTime
    .nullable()
    .optional()
    .meta({ description: 'When the approval was taken back. Null: it was not.' }),
  decision: decision.nullable().optional().meta({ description: 'The decision. Null: none was made (yet).' }),
  approvers: approvers.nullable().optional(),
  requested_by: z
    .object({
      person: z.string().nullable(),
      platform: platformId.nullable(),
      user_id: z.string().nullable(),
      name: z.string().nullable(),
      verified: z.boolean().meta({ description: 'False: it is the word of the agent.' }),
    })
    .nullable()
    .optional()
    .meta({ description: 'For whom the agent acts. It is shown with the question.' }),
  policy: policyRecord
    .omit({ created_at: true, updated_at: true })
    // Prompts keep the policy of the version that asked them.
    .partial({ pause_steps_while_taken_sec: true })
    .meta({ id: 'PromptPolicy' })
    .nullable()
    .optional()
    .meta({ description: 'The policy as it was when the prompt was created.' }),
  rule: matchedRule.optional(),
  drawn: drawnAction.optional().meta({ description: 'The action as the rule draws it. Absent: no rule matched.' }),
  grant_id: z
    .string()
    .nullable()
    .optional()
    .meta({ description: 'The standing approval that answered it. Null: none did. Absent: no rule matched.' }),
  grant_offer: z
    .object({
      max_sec: z.int().meta({ description: 'The longest time in seconds.' }),
      covers: z.string().meta({ description: 'What it covers, as people read it.' }),
    })
    .nullable()
    .optional()
    .meta({
      description:
        'The standing approval that who approves can give, too. Null: none is offered. Absent: no rule matched.',
    }),
  votes: z.array(vote).optional().meta({
    description:
      'The votes, one for each person. Once the prompt is answered, those of people who might still answer then, as in the callback.',
  }),
  posts: z.array(promptPost).optional().meta({
    description:
      'The messages with the question, its first chat first. A key with `channels` gets those in its channels.',
  }),
  decided_by: decidedBy.nullable().optional(),
  next_step_at: dateTime.nullable().optional().meta({ description: 'When the next step of the policy is due.' }),
};
