import { z } from 'zod';
import { route } from './route.js';
import {
  channelId,
  characters,
  commaSeparated,
  cursor,
  dateTime,
  httpUrl,
  limits,
  listLimit,
  platformId,
  promptStates,
  repeatable,
  waitSec,
} from './vocabulary.js';

export const promptId = z.string().meta({
  description: 'Prompt id, `#12`; in a URL `%2312` or `12`',
  examples: ['#12'],
});

/** Reads `#12` or `12`; null when it cannot be a prompt's id. */
export function parsePromptId(id: string): number | null {
  const match = /^#?([1-9]\d{0,8})$/.exec(id);
  return match ? Number(match[1]) : null;
}

/** The path of a prompt's record. */
export function promptPath(num: number): string {
  return `/v1/prompts/${num}`;
}

/** Writes a prompt's number as its id. */
export function formatPromptId(num: number): string {
  return `#${num}`;
}

export const answerType = z.enum(['option', 'text']).meta({
  description: '`option`: a button, or words that equal its label but for case and spaces; `text`: other words',
});

export const promptRecord = z
  .object({
    id: promptId,
    prompt_num: z.int(),
    channel_id: z.string(),
    platform: platformId,
    chat_id: z.string(),
    message_id: z.string().nullable(),
    text: z.string(),
    media_url: z.string().nullable(),
    options: z.array(z.string()),
    allow_text: z.boolean(),
    callback_url: z
      .string()
      .nullable()
      .meta({ description: 'Without a user and password that stand in it, for readers without `prompts:write`' }),
    correlation_id: z.string().nullable(),
    notify_on_expiry: z.boolean(),
    api_key_id: z.string().nullable().meta({ description: 'The key that asked' }),
    operator_id: z.string().nullable().meta({ description: 'The operator who asked from the console' }),
    state: z.enum(promptStates),
    closed_reason: z.enum(['ttl', 'cancelled']).nullable(),
    created_at: dateTime,
    expires_at: dateTime.nullable(),
    answered_at: dateTime.nullable(),
    answered_by_id: z.string().nullable(),
    answered_by_username: z.string().nullable(),
    answer_type: answerType.nullable(),
    answer: z.string().nullable(),
  })
  .meta({ id: 'Prompt' });
export type PromptRecord = z.output<typeof promptRecord>;

export const newPrompt = z
  .strictObject({
    text: characters(limits.promptText, 1)
      .refine((text) => text === '' || text.trim() !== '', { error: 'must not be blank' })
      .meta({ description: 'The question' }),
    channel_id: channelId
      .nullish()
      .meta({ description: 'A PROMPT channel; `DEFAULT_PROMPT_CHANNEL_ID` when left out' }),
    options: z
      .array(characters(limits.optionLabel, 1), {
        error: ({ code }) => (code === 'invalid_type' ? 'must be a list of strings, such as ["Yes","No"]' : undefined),
      })
      .max(limits.options)
      .refine((labels) => new Set(labels).size === labels.length, {
        error: 'must not repeat a label: an answer names one option',
      })
      .nullish()
      .transform((labels) => labels ?? [])
      .meta({ description: 'Button labels; fewer on some platforms' }),
    allow_text: z
      .boolean()
      .nullish()
      .transform((allowed) => allowed ?? false),
    callback_url: httpUrl.nullish().transform((url) => url ?? null),
    correlation_id: characters(limits.correlationId)
      .nullish()
      .transform((id) => id ?? null),
    ttl_sec: z
      .int()
      .min(0)
      .max(limits.ttlSecMax, { error: `must be at most ${limits.ttlSecMax} (7 days; 0: never)` })
      .nullish()
      .transform((seconds) => seconds ?? limits.ttlSecDefault)
      .meta({ description: 'Seconds until the prompt expires; 0: never', default: limits.ttlSecDefault }),
    media_url: httpUrl
      .nullish()
      .transform((url) => url ?? null)
      .meta({ description: 'A remote attachment' }),
    media_path: characters(4096, 1)
      .nullish()
      .transform((path) => path ?? null)
      .meta({ description: 'A file below MEDIA_ALLOWED_DIR' }),
    notify_on_expiry: z
      .boolean()
      .nullish()
      .transform((wanted) => wanted ?? false),
  })
  .refine((prompt) => prompt.media_url === null || prompt.media_path === null, {
    path: ['media_path'],
    error: 'cannot be combined with media_url: give one media source',
  })
  .meta({ id: 'NewPrompt' });
export type NewPrompt = z.output<typeof newPrompt>;

/** What its asker should know of a prompt that was accepted all the same. */
export const promptWarning = z
  .object({
    code: z.string().meta({
      description: '`not_answerable`: without `options` and `allow_text` nobody can answer it. More codes may come.',
      examples: ['not_answerable'],
    }),
    message: z.string().meta({ description: 'One sentence a person can act on' }),
  })
  .meta({ id: 'PromptWarning' });
export type PromptWarning = z.output<typeof promptWarning>;

/** The reply to a question that was posted. */
export const promptCreated = z
  .object({
    prompt_id: promptId,
    prompt_num: z.int().meta({ description: 'The number of `prompt_id`, as an address takes it' }),
    url: z.string().meta({
      description: 'Path of the record, below the address of this gateway; also the header `Location`',
      examples: ['/v1/prompts/12'],
    }),
    channel_id: z.string(),
    message_id: z.union([z.string(), z.int()]),
    warnings: z.array(promptWarning).meta({ description: 'Empty: there is nothing to say' }),
  })
  .meta({ id: 'PromptCreated' });
export type PromptCreated = z.output<typeof promptCreated>;

const byId = z.object({ id: promptId });

export const createPrompt = route({
  id: 'createPrompt',
  method: 'POST',
  path: '/v1/prompts/new',
  scopes: ['prompts:write'],
  tag: 'Prompts',
  summary: 'Ask people a question',
  idempotent: true,
  upload: true,
  body: newPrompt,
  status: 200,
  located: true,
  reply: promptCreated,
  errors: [400, 409, 413, 415, 422],
});

export const listPrompts = route({
  id: 'listPrompts',
  method: 'GET',
  path: '/v1/prompts',
  scopes: ['prompts:read'],
  tag: 'Prompts',
  summary: 'List prompts, newest first',
  query: z
    .strictObject({
      state: z
        .enum([...promptStates, 'all'])
        .optional()
        .meta({ description: '`pending` when left out', default: 'pending' }),
      limit: listLimit,
      cursor,
      channel_id: channelId.optional(),
      correlation_id: repeatable(characters(limits.correlationId, 1), limits.filterValues)
        .optional()
        .meta({ description: 'May be repeated: prompts with any of these' }),
      ids: commaSeparated(
        z
          .string()
          .refine((id) => parsePromptId(id) !== null, { error: 'must be the id of a prompt, such as 12 or %2312' })
          .transform((id) => parsePromptId(id) ?? 0),
        limits.listMax,
      )
        .optional()
        .meta({
          description:
            'Ids, comma separated: `12,13`. Unknown ones are left out, and `state` is `all` and `limit` the highest when left out',
          examples: ['12,13'],
        }),
      wait: waitSec.meta({ description: 'With `ids`: seconds to wait for one of them to leave `pending`' }),
      q: characters(200, 1).optional().meta({ description: 'Part of the question' }),
    })
    .refine(({ ids, wait }) => wait === undefined || ids !== undefined, {
      path: ['wait'],
      error: 'goes with ids: name the prompts to wait for',
    }),
  status: 200,
  reply: z.array(promptRecord),
  errors: [400],
});

export const getPrompt = route({
  id: 'getPrompt',
  method: 'GET',
  path: '/v1/prompts/{id}',
  scopes: ['prompts:read'],
  tag: 'Prompts',
  summary: 'Get one prompt, or wait for its answer',
  params: byId,
  query: z.strictObject({
    wait: waitSec.meta({ description: 'Seconds to wait for the prompt to leave `pending`' }),
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
  summary: 'Withdraw a pending prompt',
  description: 'It becomes `expired` with `closed_reason: "cancelled"`, and its chat message is closed.',
  params: byId,
  status: 200,
  reply: promptRecord,
  errors: [400, 404, 409],
});

export const answerPrompt = route({
  id: 'answerPrompt',
  method: 'POST',
  path: '/v1/prompts/{id}/answer',
  scopes: ['prompts:write'],
  operatorOnly: true,
  tag: 'Prompts',
  summary: 'Answer a pending prompt as the operator who is signed in to the console',
  description:
    'Only an operator’s session may: a key gets 403, an agent must not answer itself. It counts like an answer in the chat: ' +
    'exactly one wins, the callback is sent, and the chat message is closed.',
  params: byId,
  body: z
    .strictObject({
      type: z.enum(['option', 'text']),
      value: characters(limits.promptText, 1).meta({ description: 'The label of an option, or a text' }),
    })
    .meta({ id: 'Answer' }),
  status: 200,
  reply: promptRecord,
  errors: [400, 404, 409, 413, 415],
});
