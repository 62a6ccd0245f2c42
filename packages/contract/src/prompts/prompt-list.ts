import { z } from 'zod';
import { parsePromptId } from './prompt-id.js';
import { promptRecord } from './prompts.js';
import { route } from '../routes/route.js';
import {
  channelId,
  characters,
  commaSeparated,
  cursor,
  dateTime,
  limits,
  listLimit,
  listOrders,
  promptStates,
  type PromptState,
  recordId,
  repeatable,
  waitSec,
} from '../vocabulary.js';

// Without flags, which a pattern of JSON Schema does not have.
const answererForm = /^(?:person:([A-Za-z0-9._-]+)|operator:([\s\S]+)|user:([^:]+):([\s\S]+))$/;

/** Reads who answered: `person:ID`, `operator:ID` or `user:PLATFORM:ID`. The id of a user may contain colons. Null: none of these. */
export function parseAnswerer(text: string) {
  const [, personId, operatorId, platform = '', userId = ''] = answererForm.exec(text) ?? [];
  if (personId !== undefined) return { personId };
  if (operatorId !== undefined) return { operatorId };
  return platform === '' ? null : { identities: [{ platform, userId }] };
}

const answerer = characters(limits.userId + 64, 1).regex(answererForm, {
  error: 'must be person:ID, operator:ID or user:PLATFORM:ID',
});

/** Which prompts, for the list and its export. */
export const promptFilters = {
  channel_id: channelId.optional(),
  since: dateTime.optional().meta({ description: 'Only prompts that were created at this time or later.' }),
  until: dateTime.optional().meta({ description: 'Only prompts that were created before this time.' }),
  api_key_id: characters(64, 1)
    .optional()
    .meta({
      description: 'Only prompts that were created with this API key. `none`: without one, in the console for example.',
      examples: ['none'],
    }),
  answered_by: answerer.optional().meta({
    description:
      'Only prompts that this person or account answered: `person:ID` with any of their accounts in chats and the console, `operator:ID` in the console, ' +
      '`user:PLATFORM:ID` with one account. A person needs the scope `people:read` as well.',
    examples: ['person:ada', 'user:example:123456789'],
  }),
  correlation_id: repeatable(characters(limits.correlationId, 1), limits.filterValues)
    .optional()
    .meta({ description: 'Prompts with this correlation id. Repeat the parameter for several ids.' }),
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
        'Prompt ids, comma separated. Unknown ids are ignored. With `ids`, `state` defaults to `all` and `limit` to the maximum.',
      examples: ['12,13'],
    }),
  q: characters(200, 1)
    .optional()
    .meta({ description: 'Part of the question, of an option, or of an answer that a person typed.' }),
  waiting_for: recordId.optional().meta({
    description:
      'The id of a person, or `me` for the operator who is signed in: only pending prompts that this person may answer and has not voted ' +
      'on. Who may answer is looked up as at an answer, so a change of a group counts at once. Prompts without `approvers` wait for ' +
      'anybody. A page can have fewer records than `limit`, even none, before the last one: follow the header `Link`. A person needs the scope `people:read` as well.',
    examples: ['ada'],
  }),
} as const;

interface Given {
  readonly state?: PromptState | 'all' | undefined;
  readonly waiting_for?: string | undefined;
  readonly answered_by?: unknown;
}

/** The states in which some filters find prompts. */
export function withStates<Query extends z.ZodType<Given>>(query: Query): Query {
  return query
    .refine(({ waiting_for, state = 'pending' }) => waiting_for === undefined || state === 'pending', {
      path: ['waiting_for'],
      error: 'finds pending prompts only: leave state out',
    })
    .refine(
      ({ answered_by, waiting_for, state = 'answered' }) =>
        answered_by === undefined || (waiting_for === undefined && (state === 'answered' || state === 'all')),
      {
        path: ['answered_by'],
        error: 'finds answered prompts only: leave state and waiting_for out',
      },
    );
}

const promptOrders = [...listOrders, 'ends_soonest'] as const;

export const listPrompts = route({
  id: 'listPrompts',
  method: 'GET',
  path: '/v1/prompts',
  scopes: ['prompts:read'],
  tag: 'Prompts',
  summary: 'List prompts, newest first',
  description:
    'With `order=ends_soonest`: the pending prompt that ends soonest first, and those that never expire at the end.',
  query: withStates(
    z
      .strictObject({
        state: z
          .enum([...promptStates, 'all'])
          .optional()
          .meta({
            description: 'Default: `pending`, `answered` with `answered_by`, or `all` with `ids`.',
            default: 'pending',
          }),
        order: z
          .enum(promptOrders)
          .optional()
          .meta({
            description:
              '`newest` and `oldest`: by creation; `oldest` cannot be combined with `q`. `ends_soonest`: by `expires_at`, and by creation where ' +
              'it is equal or null. It is for pending prompts only, and cannot be combined with `ids`, `q`, `since`, `until` or `answered_by`.',
            default: 'newest',
          }),
        limit: listLimit,
        cursor,
        ...promptFilters,
        wait: waitSec.meta({
          description: 'Only with `ids`: seconds to wait until one of these prompts is no longer `pending`.',
        }),
      })
      .refine(
        ({ order = 'newest', state = 'pending', ids, q, since, until, answered_by }) =>
          order !== 'ends_soonest' ||
          (state === 'pending' && (ids ?? q ?? since ?? until ?? answered_by) === undefined),
        {
          path: ['order'],
          error: 'ends_soonest lists pending prompts: leave state, ids, q, since, until and answered_by out',
        },
      )
      .refine(({ order, q }) => order !== 'oldest' || q === undefined, {
        path: ['order'],
        error: 'oldest cannot be combined with q: a search lists the newest first',
      })
      .refine(({ ids, wait }) => wait === undefined || ids !== undefined, {
        path: ['wait'],
        error: 'requires ids: name the prompts to wait for',
      }),
  ),
  status: 200,
  reply: z.array(promptRecord),
  errors: [400],
});

const counted = z.int().min(0).max(limits.promptsCounted);

export const countPrompts = route({
  id: 'countPrompts',
  method: 'GET',
  path: '/v1/prompts/counts',
  scopes: ['prompts:read'],
  operatorOnly: true,
  tag: 'Prompts',
  summary: 'Count the prompts of each state',
  description: `For the tabs of the console. Each count ends at ${limits.promptsCounted}, which then means as many or more.`,
  status: 200,
  reply: z.object({ pending: counted, answered: counted, expired: counted }).meta({ id: 'PromptCounts' }),
  errors: [400],
});

export const countWaitingPrompts = route({
  id: 'countWaitingPrompts',
  method: 'GET',
  path: '/v1/prompts/counts/waiting',
  scopes: ['prompts:read'],
  operatorOnly: true,
  tag: 'Prompts',
  summary: 'Count the prompts that wait for the operator',
  description: `As \`GET /v1/prompts?waiting_for=me\` lists them. Who may answer is decided prompt by prompt, so the count ends at ${limits.waitingCounted}, or after 500 pending prompts.`,
  status: 200,
  reply: z
    .object({
      waiting: z.int().min(0).max(limits.waitingCounted),
      is_more: z.boolean().meta({ description: 'The count ended early: as many or more wait.' }),
    })
    .meta({ id: 'WaitingCount' }),
  errors: [400],
});
