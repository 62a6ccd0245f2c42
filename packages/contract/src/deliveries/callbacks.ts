import { z } from 'zod';
import { answerAttachments } from '../prompts/answer-attachments.js';
import { actionDigest, decision, usedDigest } from '../prompts/decisions.js';
import { promptEnd, closedReason } from '../prompts/prompt-end.js';
import { decidedBy, vote } from '../prompts/votes.js';
import { promptUrl } from '../prompts/prompt-links.js';
import { matchedRule } from '../prompts/prompt-terms.js';
import { answerType, promptId } from '../prompts/prompts.js';
import { dateTime, platformId } from '../vocabulary.js';

const username = z.string().nullable().meta({
  description:
    'The user name on the platform, otherwise the display name, which the person chooses: identify people by `id`. Null: the person has neither.',
});
/** The person who caused an event. */
const person = z.object({ id: z.string(), username });

const promptEvent = {
  event_id: z.uuid().meta({ description: 'The same on every attempt. Deduplicate by it.' }),
  prompt_id: promptId,
  prompt_num: z.int(),
  channel_id: z.string(),
  platform: platformId,
  chat_id: z
    .string()
    .nullable()
    .meta({ description: 'Null: a rule or a standing approval answered the prompt, without a message.' }),
  correlation_id: z.string().nullable(),
  prompt_url: promptUrl.optional(),
};

/** Posted with signatures to a prompt's `callback_url` when the prompt is answered. */
export const promptAnswered = z
  .object({
    type: z.literal('prompt.answered'),
    ...promptEvent,
    state: z.literal('answered'),
    answer: z.union([
      z.object({
        type: answerType.exclude(['decision']),
        value: z.string(),
        action_digest: usedDigest,
        attachments: answerAttachments,
      }),
      decision,
    ]),
    answered_at: dateTime,
    answered_by: person
      .nullable()
      .meta({ description: 'Null: the policy decided when the time was over, or a rule or a standing approval did.' }),
    votes: z.array(vote).optional().meta({
      description: 'The votes that count. With `decided_by`, only for a prompt with a policy.',
    }),
    decided_by: decidedBy.optional().meta({
      description: 'With `votes`, for a prompt with a policy; also where a rule or a standing approval decided.',
    }),
    rule: matchedRule.optional().meta({
      description:
        'The rule that decided, or that offered the standing approval. Absent: a person or the policy decided.',
    }),
    grant_id: z.string().optional().meta({ description: 'The standing approval that decided. Absent: none did.' }),
  })
  .meta({ id: 'PromptAnswered' });
export type PromptAnswered = z.output<typeof promptAnswered>;

/** Posted with signatures to a prompt's `callback_url` when the prompt ends without an answer, if `notify_on_expiry` is set. */
export const promptExpired = z
  .object({
    type: z.literal('prompt.expired'),
    ...promptEvent,
    state: z.literal('expired'),
    closed_reason: closedReason,
    closed_detail: promptEnd.closed_detail,
    expired_at: dateTime,
  })
  .meta({ id: 'PromptExpired' });
export type PromptExpired = z.output<typeof promptExpired>;

/** Posted with signatures to a prompt's `callback_url` when its approval is taken back. */
export const promptWithdrawn = z
  .object({
    type: z.literal('prompt.withdrawn'),
    ...promptEvent,
    state: z.literal('answered'),
    action_digest: actionDigest.nullable().meta({ description: 'The digest in the answer that was taken back.' }),
    withdrawn_at: dateTime,
    withdrawn_by: person,
  })
  .meta({ id: 'PromptWithdrawn' });
export type PromptWithdrawn = z.output<typeof promptWithdrawn>;

/** Posted to a MESSAGE channel's `callback_url` for every text that a person writes. It has no `X-Signature`, as the specification requires. */
export const messageCreated = z
  .object({
    type: z.literal('message.created'),
    platform: platformId,
    channel_id: z.string(),
    from: z.string(),
    text: z.string(),
    event_id: z.uuid(),
    message_id: z.uuid().nullable().meta({ description: 'Null: the message is not stored (zero retention).' }),
    seq: z
      .int()
      .meta({ description: 'The number of the inbound message in its channel: 1, 2, 3 and so on, without gaps.' }),
    platform_message_id: z.string().nullable().meta({ description: 'Null: the platform does not provide it.' }),
    thread_id: z.string().nullable().meta({
      description: 'The thread or topic of the text, for `thread_id` of `POST /v1/messages/send`. Null: it is in none.',
    }),
    created_at: dateTime,
    sender: person,
  })
  .meta({ id: 'MessageCreated' });
export type MessageCreated = z.output<typeof messageCreated>;

/** Posted with signatures by `POST /v1/channels/test-callback`. */
export const gatewayTest = z
  .object({ type: z.literal('gateway.test'), event_id: z.uuid(), created_at: dateTime })
  .meta({ id: 'GatewayTest' });
export type GatewayTest = z.output<typeof gatewayTest>;
