import { z } from 'zod';
import { route } from '../routes/route.js';
import { characters, dateTime, limits } from '../vocabulary.js';

export const searchKinds = [
  'prompt',
  'delivery',
  'message',
  'channel',
  'person',
  'group',
  'policy',
  'rule',
  'key',
  'operator',
] as const;
export type SearchKind = (typeof searchKinds)[number];

export const searchResult = z
  .object({
    kind: z.enum(searchKinds),
    id: z.string().meta({ description: 'The id of the record. Of a prompt: `#12`.' }),
    title: z.string().meta({
      description:
        'The name of the record; of a prompt or message at most 160 characters around the match, on one line.',
    }),
    detail: z
      .string()
      .nullable()
      .meta({
        description:
          'Of a prompt: `correlation_id`. Of a delivery: the event type. Of a message: who sent it. Of a channel: the chat. Of a rule: ' +
          'the names of its actions. Of a key: its prefix. Of an operator: the e-mail address.',
      }),
    channel_id: z.string().nullable(),
    prompt_id: z.string().nullable().meta({ description: 'The prompt of a delivery.' }),
    state: z
      .string()
      .nullable()
      .meta({
        description:
          'Of a prompt or delivery: its `state`. Of a message: its `direction`. Of a channel: `active` or `inactive`. Of a key: `active`, ' +
          '`revoked` or `expired`. Of an operator: the role.',
      }),
    match: z.enum(['exact', 'prefix', 'text']).meta({
      description:
        '`exact`: an id, number or name equals `q`. `prefix`: one begins with it. `text`: a text contains it.',
    }),
    created_at: dateTime,
  })
  .meta({ id: 'SearchResult' });
export type SearchResult = z.output<typeof searchResult>;

export const search = route({
  id: 'search',
  method: 'GET',
  path: '/v1/search',
  scopes: [
    'prompts:read',
    'messages:read',
    'channels:read',
    'deliveries:read',
    'people:read',
    'policies:read',
    'keys:read',
  ],
  tag: 'Search',
  summary: 'Search records of all kinds',
  description:
    'Finds prompts by number, correlation id, question, option or typed answer; deliveries by event id or prompt; messages by id or text; ' +
    'channels, people, groups, policies, rules and keys by id or name; and for owners also operators. Exact matches come first, then ' +
    'those that begin with `q`, then those that contain it. Only kinds for which the caller has the scope are searched, and a key that is ' +
    'limited to channels finds only what belongs to them. Older prompts and messages are found by `q` of their lists in the same way.',
  query: z.strictObject({
    q: characters(200, 1)
      .refine((text) => text.trim() !== '', { error: 'must not be blank' })
      .meta({ description: 'Any of these, ignoring case; correlation ids are compared exactly.', examples: ['#12'] }),
    limit: z
      .string()
      .regex(/^\d{1,9}$/, { error: 'must be a whole number' })
      .transform(Number)
      .pipe(z.int().min(1).max(limits.searchMax))
      .optional()
      .meta({
        description: 'The maximum number of results of each kind.',
        type: 'integer',
        minimum: 1,
        maximum: limits.searchMax,
        default: limits.searchDefault,
      }),
  }),
  status: 200,
  reply: z.array(searchResult),
  errors: [400],
});
