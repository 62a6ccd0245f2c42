import { z } from 'zod';
import { newPromptAttachments, promptAttachments } from './answer-attachments.js';
import { actionDigest, checkDecisionFields, decision, newPromptDecision } from './decisions.js';
import { buttonLabel, seenLabel } from './labels.js';
import { promptEnd } from './prompt-end.js';
import { newPromptNote, promptNote } from './prompt-notes.js';
import { promptTaker } from './prompt-taker.js';
import { matchedRule, newPromptTerms, promptTerms } from './prompt-terms.js';
import { promptWarning } from './prompt-warnings.js';
import { route } from '../routes/route.js';
import {
  channelId,
  characters,
  dateTime,
  httpUrl,
  limits,
  platformId,
  promptStates,
  waitSec,
  withoutRepeats,
} from '../vocabulary.js';

export const promptId = z.string().meta({
  description: 'A prompt id such as `#12`. In a URL, write `%2312` or `12`.',
  examples: ['#12'],
});

export const answerType = z.enum(['option', 'text', 'decision']).meta({
  description:
    '`option`: a button, or where `allow_text` is set a text that equals its label except for case and spaces. `text`: any other text. ' +
    '`decision`: one of the `decisions` of the prompt, by its button or by a text that is its label.',
});

export const promptRecord = z
  .object({
    id: promptId,
    prompt_num: z.int(),
    channel_id: z.string(),
    platform: platformId,
    chat_id: z
      .string()
      .nullable()
      .meta({ description: 'Null: a rule or a standing approval answered the prompt, without a message.' }),
    message_id: z.string().nullable(),
    text: z.string(),
    media_url: z.string().nullable(),
    options: z.array(z.string()),
    allow_text: z.boolean(),
    callback_url: z
      .string()
      .nullable()
      .meta({ description: 'Shown without user and password to readers without `prompts:write`.' }),
    correlation_id: z.string().nullable(),
    notify_on_expiry: z.boolean(),
    api_key_id: z.string().nullable().meta({ description: 'The API key that created the prompt.' }),
    operator_id: z.string().nullable().meta({ description: 'The operator who created the prompt in the console.' }),
    state: z.enum(promptStates).meta({ description: '`expired` includes cancelled prompts; see `closed_reason`.' }),
    ...promptTaker,
    waiting_for_window: z.boolean().meta({
      description:
        'Whether only the `window_template` of the channel was posted, and the question follows when a person presses its button. ' +
        '`message_id` and `delivery_state` are those of the template until then. True only while `pending`.',
    }),
    ...promptEnd,
    created_at: dateTime,
    expires_at: dateTime.nullable(),
    answered_at: dateTime.nullable(),
    answered_by_id: z.string().nullable(),
    answered_by_username: z.string().nullable(),
    answer_type: answerType.nullable(),
    answer: z.string().nullable(),
    ...promptAttachments,
    ...promptTerms,
    notes: z.array(promptNote).optional().meta({
      description: 'What the agent said under its question, the oldest first. Absent: there is none.',
    }),
  })
  .meta({ id: 'Prompt' });
export type PromptRecord = z.output<typeof promptRecord>;

export const newPrompt = z
  .strictObject({
    text: characters(limits.promptText, 1)
      .refine((text) => text === '' || text.trim() !== '', { error: 'must not be blank' })
      .meta({ description: 'The question.' }),
    channel_id: channelId
      .nullish()
      .meta({ description: 'A PROMPT channel. Default: the setting `DEFAULT_PROMPT_CHANNEL_ID`.' }),
    channels: withoutRepeats(z.array(channelId).min(1).max(limits.promptChannels), 'a channel')
      .nullish()
      .transform((ids) => ids ?? [])
      .meta({
        description:
          'PROMPT channels: the same question in several chats. The first answer closes all of them. With `channel_id`, that one is the first. ' +
          'The reply waits for the first chat, and at most 3 s for the others: `posts` of the prompt tells what became of them.',
        examples: [['approvals', 'on-call']],
      }),
    options: z
      .array(buttonLabel, {
        error: ({ code }) => (code === 'invalid_type' ? 'must be a list of strings, such as ["Yes","No"]' : undefined),
      })
      .max(limits.options)
      .refine((labels) => new Set(labels.map(seenLabel)).size === labels.length, {
        error: 'must not repeat a label: an answer names one option',
      })
      .nullish()
      .transform((labels) => labels ?? [])
      .meta({
        description:
          'Button labels: people must be able to tell them apart. Some platforms allow fewer; `GET /v1/platforms` has the limits.',
      }),
    allow_text: z
      .boolean()
      .nullish()
      .transform((allowed) => allowed ?? false)
      .meta({ description: 'Whether a free-text answer is accepted. Default: `false`.' }),
    callback_url: httpUrl
      .nullish()
      .transform((url) => url ?? null)
      .meta({
        description:
          'Receives the answer as the event `prompt.answered`. Without it, wait with `GET /v1/prompts/{id}?wait=60`.',
      }),
    correlation_id: characters(limits.correlationId)
      .nullish()
      .transform((id) => id ?? null)
      .meta({ description: 'Any text of yours. It is returned in the prompt, its callbacks, events and log lines.' }),
    ttl_sec: z
      .int()
      .min(0)
      .max(limits.ttlSecMax, { error: `must be at most ${limits.ttlSecMax} (7 days; 0: never)` })
      .nullish()
      .transform((seconds) => seconds ?? limits.ttlSecDefault)
      .meta({ description: 'Seconds until the prompt expires. 0: never.', default: limits.ttlSecDefault }),
    media_url: httpUrl
      .nullish()
      .transform((url) => url ?? null)
      .meta({ description: 'The address of an attachment.' }),
    media_path: characters(4096, 1)
      .nullish()
      .transform((path) => path ?? null)
      .meta({ description: 'A file in the folder `MEDIA_ALLOWED_DIR` of the gateway, as an attachment.' }),
    notify_on_expiry: z
      .boolean()
      .nullish()
      .transform((wanted) => wanted ?? false)
      .meta({
        description:
          'Whether `callback_url` also receives `prompt.expired`: when the prompt expires, is cancelled, or turns out to be undeliverable. Default: `false`.',
      }),
    ...newPromptAttachments,
    ...newPromptDecision,
    ...newPromptTerms,
  })
  .refine((prompt) => prompt.media_url === null || prompt.media_path === null, {
    path: ['media_path'],
    error: 'cannot be combined with media_url: give one media source',
  })
  .refine((prompt) => !prompt.allow_attachments || prompt.allow_text, {
    path: ['allow_attachments'],
    error: 'needs allow_text: true, because files come with a reply',
  })
  .refine((prompt) => !prompt.collapse || prompt.action !== null, {
    path: ['collapse'],
    error: 'needs an action: prompts are compared by it',
  })
  .superRefine((prompt, context) => {
    checkDecisionFields(prompt, (field, message) => context.addIssue({ code: 'custom', path: [field], message }));
  })
  .meta({ id: 'NewPrompt' });
export type NewPrompt = z.output<typeof newPrompt>;

/** The reply to a prompt that was posted. */
export const promptCreated = z
  .object({
    prompt_id: promptId,
    prompt_num: z.int().meta({ description: 'The number in `prompt_id`, for use in addresses.' }),
    url: z.string().meta({
      description: 'The path of the prompt on this gateway. The same as the header `Location`.',
      examples: ['/v1/prompts/12'],
    }),
    channel_id: z.string(),
    message_id: z
      .union([z.string(), z.int()])
      .nullable()
      .meta({ description: 'Null: a rule or a standing approval answered the prompt, without a message.' }),
    action_digest: actionDigest
      .optional()
      .meta({ description: 'The digest of the action as asked. Absent: there is none.' }),
    state: z
      .enum(promptStates)
      .optional()
      .meta({ description: 'This and the next fields: only if a rule matches the `action`.' }),
    decision: decision
      .nullable()
      .optional()
      .meta({ description: 'Null: none was made (yet), or an option was chosen.' }),
    rule: matchedRule.optional(),
    grant_id: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'The standing approval that answered the prompt. Null: none did.' }),
    collapsed: z.literal(true).optional().meta({
      description:
        'An earlier request has asked this prompt, and it is pending (`collapse`). Absent: this request has.',
    }),
    warnings: z.array(promptWarning).meta({ description: 'Empty: no problem was found.' }),
  })
  .meta({ id: 'PromptCreated' });
export type PromptCreated = z.output<typeof promptCreated>;

export const byPromptId = z.object({ id: promptId });

export const createPrompt = route({
  id: 'createPrompt',
  method: 'POST',
  path: '/v1/prompts/new',
  scopes: ['prompts:write'],
  tag: 'Prompts',
  summary: 'Ask people a question',
  description:
    'Posts the question to the chat of a PROMPT channel, with a button for each option. The first answer wins. It is sent to `callback_url`, ' +
    'appears on the event stream, and can be waited for with `GET /v1/prompts/{id}?wait=60`. A file can be attached as the part `file` of a ' +
    '`multipart/form-data` body, or by `media_url` or `media_path`.',
  idempotent: true,
  upload: true,
  body: newPrompt,
  exactJson: ['action'],
  status: 200,
  located: true,
  reply: promptCreated,
  errors: [400, 409, 413, 415, 422],
});

export const getPrompt = route({
  id: 'getPrompt',
  method: 'GET',
  path: '/v1/prompts/{id}',
  scopes: ['prompts:read'],
  tag: 'Prompts',
  summary: 'Get one prompt, or wait for its answer',
  params: byPromptId,
  query: z.strictObject({
    wait: waitSec.meta({
      description:
        'Seconds to wait until the prompt is no longer `pending`. The response is the prompt, answered or not.',
    }),
  }),
  status: 200,
  reply: promptRecord,
  errors: [400, 404],
});

export const cancelPrompt = route({
  id: 'cancelPrompt',
  method: 'POST',
  path: '/v1/prompts/{id}/cancel',
  scopes: ['prompts:write'],
  tag: 'Prompts',
  summary: 'Cancel a pending prompt',
  description:
    'The prompt becomes `expired` with `closed_reason: "cancelled"`, and the buttons are removed from its chat message.',
  params: byPromptId,
  status: 200,
  reply: promptRecord,
  errors: [400, 404, 409],
});

export const createPromptNote = route({
  id: 'createPromptNote',
  method: 'POST',
  path: '/v1/prompts/{id}/notes',
  scopes: ['prompts:write'],
  tag: 'Prompts',
  summary: 'Say under a question what becomes of it',
  description:
    `Replies to the question in each of its chats, marked as the words of the agent, also after the prompt was closed. At most ` +
    `${limits.notesOfPrompt} notes a prompt, and one every ${limits.noteIntervalSec} s. Only the key that asked can do this. The reply does not ` +
    'wait for the chats.',
  params: byPromptId,
  idempotent: true,
  body: newPromptNote,
  status: 201,
  reply: promptNote,
  errors: [400, 404, 409, 413, 415, 422],
});
