import { z } from 'zod';
import type { ErrorCode } from './error-codes.js';

/** Limits of the API. Lengths count Unicode code points, as JSON Schema does. */
export const limits = {
  promptText: 4096,
  options: 10,
  optionLabel: 64,
  promptChannels: 10,
  correlationId: 255,
  ttlSecMax: 604_800,
  ttlSecDefault: 3600,
  listMax: 200,
  listDefault: 50,
  /** Further prompts of a state are not counted for the console. */
  promptsCounted: 1000,
  /** Further prompts that wait for the operator are not counted. */
  waitingCounted: 100,
  keyName: 128,
  displayName: 128,
  email: 254,
  passwordMin: 12,
  passwordMax: 256,
  keyGraceSecMax: 2_592_000,
  retentionDaysMax: 3650,
  url: 2048,
  channelId: 64,
  targetChatId: 255,
  messageText: 65_536,
  credential: 16_384,
  waitSecMax: 60,
  filterValues: 100,
  actionName: 128,
  /** Bytes of the arguments as JSON. */
  actionArgs: 65_536,
  actionSummary: 1024,
  consumeWithinSecMax: 604_800,
  reasonWaitSecMax: 600,
  reasonWaitSecDefault: 120,
  userId: 255,
  identities: 50,
  groupsOfPerson: 100,
  groupMembers: 1000,
  approvers: 100,
  approvals: 10,
  policySteps: 5,
  stepChannels: 10,
  keyChannels: 100,
  /** The largest `max_open_per_key` and `max_open_per_person`. */
  attentionMax: 10_000,
  batchPrompts: 20,
  noteText: 1000,
  notesOfPrompt: 20,
  /** Files that an answer can have, and the size of each. */
  answerAttachments: 5,
  answerAttachmentMb: 20,
  pauseStepsSecMax: 86_400,
  noteIntervalSec: 10,
  rules: 200,
  searchMax: 20,
  searchDefault: 5,
} as const;

export const scopes = [
  'status:read',
  'settings:read',
  'settings:write',
  'keys:read',
  'keys:write',
  'channels:read',
  'channels:write',
  'prompts:read',
  'prompts:write',
  'prompts:consume',
  'messages:read',
  'messages:send',
  'deliveries:read',
  'deliveries:write',
  'audit:read',
  'people:read',
  'people:write',
  'policies:read',
  'policies:write',
  'admin',
] as const;

/** A permission of a key or role. `admin` includes all others. */
export type Scope = (typeof scopes)[number];

/** The scopes of each preset of `POST /v1/keys/new`. */
export const presets = {
  admin: ['admin'],
  agent: ['channels:read', 'channels:write', 'prompts:read', 'prompts:write', 'messages:read', 'messages:send'],
  asker: ['prompts:read', 'prompts:write', 'messages:read', 'messages:send', 'channels:read', 'deliveries:read'],
  readonly: scopes.filter((scope) => scope.endsWith(':read')),
} as const satisfies Record<string, readonly Scope[]>;

export const roles = ['owner', 'operator', 'viewer'] as const;
/** The role of a console operator. */
export type Role = (typeof roles)[number];

/** The scopes of each role. Managing operators and seeing the signing secret has no scope: only owners may. */
export const roleScopes = {
  owner: ['admin'],
  operator: [...presets.readonly, 'channels:write', 'prompts:write', 'messages:send', 'deliveries:write'],
  viewer: presets.readonly,
} as const satisfies Record<Role, readonly Scope[]>;

export const promptStates = ['pending', 'answered', 'expired'] as const;
export type PromptState = (typeof promptStates)[number];

/** What to do with a post when the platform's reply window has closed. */
export const outsideWindowChoices = ['refuse', 'template', 'direct'] as const;

export const channelTypes = ['MESSAGE', 'PROMPT'] as const;
export type ChannelType = (typeof channelTypes)[number];

export const healthStates = ['unknown', 'ok', 'failing', 'inactive'] as const;
export type HealthState = (typeof healthStates)[number];

/** The number of Unicode characters in a text. */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** A string of `min` to `max` Unicode characters. */
export function characters(max: number, min = 0) {
  return z
    .string()
    .min(min)
    .refine((text) => text.length <= max || characterCount(text) <= max, {
      error: `must be at most ${max} characters`,
      params: { code: 'too_big' },
    })
    .meta({ maxLength: max, ...(min > 0 && { minLength: min }) });
}

export const dateTime = z.iso
  .datetime()
  .meta({ description: 'A time in UTC, as in RFC 3339.', examples: ['2026-03-01T12:00:00.000Z'] });

export const httpUrl = characters(limits.url, 1)
  .refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text), { error: 'must be an http:// or https:// URL' })
  // The URL parser ignores line breaks and tabs, so they must be rejected here.
  .refine(isOneLine, { error: 'must not contain control characters' })
  .meta({ format: 'uri', examples: ['https://agent.example.com/answers'] });

export const platformId = z
  .string()
  .min(1)
  .max(32)
  .meta({ id: 'Platform', description: 'The id of a loaded platform adapter.' });

/** An id that the caller chooses and that is part of an address. */
const chosenId = z
  .string()
  .min(1, { error: 'must not be empty' })
  .max(limits.channelId)
  .regex(/^[A-Za-z0-9._-]+$/, { error: 'must contain only A-Z a-z 0-9 . _ -' })
  .refine((id) => id !== '.' && id !== '..', { error: 'must not be . or .., which cannot be part of an address' });

export const channelId = chosenId.meta({ examples: ['approvals'] });

/** The id of a person, a group, a policy or a rule. */
export const recordId = chosenId.meta({ examples: ['release-managers'] });

/** The query parameter `limit` of lists. */
export const listLimit = z
  .string()
  .regex(/^\d{1,9}$/, { error: 'must be a whole number' })
  .transform(Number)
  .pipe(z.int().min(1).max(limits.listMax))
  .optional()
  .meta({
    description: `The maximum number of records on a page. Default: ${limits.listDefault}.`,
    type: 'integer',
    minimum: 1,
    maximum: limits.listMax,
    default: limits.listDefault,
  });

/** The query parameter `wait`. */
export const waitSec = z
  .string()
  .regex(/^\d{1,9}$/, { error: 'must be a whole number of seconds' })
  .transform(Number)
  .pipe(z.int().min(0).max(limits.waitSecMax))
  .optional()
  .meta({ type: 'integer', minimum: 0, maximum: limits.waitSecMax });

/** A query parameter with several values: `a,b`. */
export function commaSeparated<Item extends z.ZodType<unknown, string>>(item: Item, max: number) {
  return z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(item).max(max))
    .meta({ type: 'string' });
}

/** A query parameter that may be repeated: `?id=a&id=b`. */
export function repeatable<Item extends z.ZodType<unknown, string>>(item: Item, max: number) {
  return z
    .union([z.string(), z.array(z.string())])
    .transform((given) => (typeof given === 'string' ? [given] : given))
    .pipe(z.array(item).max(max))
    .meta({ type: 'array', items: { type: 'string' }, maxItems: max });
}

export const listOrders = ['newest', 'oldest'] as const;
export type ListOrder = (typeof listOrders)[number];

/** The query parameter `order` of lists that are read in both directions. */
export const listOrder = z.enum(listOrders).optional().meta({
  description:
    'By creation: the newest first, or the oldest. A cursor continues a list in the order that it comes from.',
  default: 'newest',
});

export const cursor = z
  .string()
  .max(256)
  .optional()
  .meta({ description: 'Continues a list. Take it from the header `Link: <…>; rel="next"` of the previous page.' });

/** Whether a text has no line breaks, control characters or bidirectional overrides. */
export function isOneLine(text: string): boolean {
  return !/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u.test(text);
}

/** A name that people read. */
export const displayName = characters(limits.displayName, 1)
  .transform((text) => text.trim())
  .refine((text) => text !== '', { error: 'must not be blank' })
  .refine(isOneLine, { error: 'must be one line without control characters' });

/** A list without equal entries. */
export function withoutRepeats<Item extends z.ZodType>(list: z.ZodArray<Item>, entry: string) {
  return list.refine((items) => new Set(items.map((item) => JSON.stringify(item))).size === items.length, {
    error: `must not repeat ${entry}`,
  });
}

/** A field of a patch that the record has and that never changes. */
export function fixedField(error: string) {
  return z.never({ error }).optional().meta({ type: 'string', description: 'Cannot be changed.' });
}

/** An e-mail address. Converted to lower case. */
export const email = characters(limits.email, 3)
  .transform((text) => text.trim().toLowerCase())
  .refine((text) => /^[^\s@]+@[^\s@]+$/.test(text) && isOneLine(text), { error: 'must be an e-mail address' })
  .meta({ format: 'email', examples: ['ada@example.com'] });

/** The OpenAPI document adds the list of codes. */
const errorCode = z.string().meta({ id: 'ErrorCode' }) as unknown as z.ZodType<ErrorCode>;

/** The body of every error. */
export const errorBody = z
  .object({
    detail: z
      .string()
      .meta({ description: 'What is wrong and how to fix it, in one sentence. The wording can change.' }),
    code: errorCode,
    retryable: z.boolean().meta({ description: 'Whether the same request can succeed later.' }),
    retry_after_sec: z
      .int()
      .optional()
      .meta({ description: 'Seconds to wait before a retry, if known. The same as the header `Retry-After`.' }),
    issues: z
      .array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string(), code: z.string() }))
      .optional()
      .meta({ description: 'For `validation` errors: each invalid field, with its path and a message.' }),
    consumed_at: dateTime.optional().meta({ description: 'With `already_consumed`: when the approval was used.' }),
    consumed_by: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'With `already_consumed`: the key that used it, for callers who may read the prompt.' }),
    request_id: z.string().optional().meta({
      description: 'For status 500: the value of the header `X-Request-Id`, which the gateway’s log contains.',
    }),
  })
  .meta({ id: 'ErrorBody' });
export type ErrorBody = z.output<typeof errorBody>;

/** In records that a configuration file can own. */
export const managedBy = z
  .string()
  .optional()
  .meta({
    description:
      'The configuration file that owns the record, without its folder. Only the file changes the record; other changes are refused with ' +
      '409. Absent: no file owns it.',
    examples: ['gateway.yaml'],
  });
