import { z } from 'zod';
import type { ErrorCode } from './error-codes.js';

/** Limits of the interface. Lengths count Unicode characters (code points), as JSON Schema does. */
export const limits = {
  promptText: 4096,
  options: 10,
  optionLabel: 64,
  correlationId: 255,
  ttlSecMax: 604_800,
  ttlSecDefault: 3600,
  listMax: 200,
  listDefault: 50,
  keyName: 128,
  operatorName: 128,
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
  'messages:read',
  'messages:send',
  'deliveries:read',
  'deliveries:write',
  'audit:read',
  'admin',
] as const;

/** A right that a key grants; `admin` grants all. */
export type Scope = (typeof scopes)[number];

/** What each preset of `POST /v1/keys/new` grants. */
export const presets = {
  admin: ['admin'],
  agent: ['channels:read', 'channels:write', 'prompts:read', 'prompts:write', 'messages:read', 'messages:send'],
  asker: ['prompts:read', 'prompts:write', 'messages:read', 'messages:send', 'channels:read', 'deliveries:read'],
  readonly: scopes.filter((scope) => scope.endsWith(':read')),
} as const satisfies Record<string, readonly Scope[]>;

export const roles = ['owner', 'operator', 'viewer'] as const;
/** What an operator of the console may do. */
export type Role = (typeof roles)[number];

/** The scopes of each role; what belongs to people (operators, the signing secret) is the owner's alone. */
export const roleScopes = {
  owner: ['admin'],
  operator: [...presets.readonly, 'channels:write', 'prompts:write', 'messages:send', 'deliveries:write'],
  viewer: presets.readonly,
} as const satisfies Record<Role, readonly Scope[]>;

export const promptStates = ['pending', 'answered', 'expired'] as const;
export type PromptState = (typeof promptStates)[number];

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

export const dateTime = z.iso.datetime().meta({ description: 'RFC 3339, UTC', examples: ['2026-03-01T12:00:00.000Z'] });

export const httpUrl = characters(limits.url, 1)
  .refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text), { error: 'must be an http:// or https:// URL' })
  // A URL's reader drops what would break a line.
  .refine(isOneLine, { error: 'must not hold control characters' })
  .meta({ format: 'uri', examples: ['https://agent.example.com/answers'] });

export const platformId = z
  .string()
  .min(1)
  .max(32)
  .meta({ id: 'Platform', description: 'Id of a loaded platform adapter' });

export const channelId = z
  .string()
  .min(1, { error: 'must not be empty' })
  .max(limits.channelId)
  .regex(/^[A-Za-z0-9._-]+$/, { error: 'may hold only A-Z a-z 0-9 . _ -' })
  .refine((id) => id !== '.' && id !== '..', { error: 'must not be . or .., which no address can name' })
  .meta({ examples: ['approvals'] });

/** A list's `limit` query value. */
export const listLimit = z
  .string()
  .regex(/^\d{1,9}$/, { error: 'must be a whole number' })
  .transform(Number)
  .pipe(z.int().min(1).max(limits.listMax))
  .optional()
  .meta({
    description: `Records on a page; ${limits.listDefault} when left out`,
    type: 'integer',
    minimum: 1,
    maximum: limits.listMax,
    default: limits.listDefault,
  });

/** A `wait` query value. */
export const waitSec = z
  .string()
  .regex(/^\d{1,9}$/, { error: 'must be a whole number of seconds' })
  .transform(Number)
  .pipe(z.int().min(0).max(limits.waitSecMax))
  .optional()
  .meta({ type: 'integer', minimum: 0, maximum: limits.waitSecMax });

/** A query value that names several: `a,b`. */
export function commaSeparated<Item extends z.ZodType<unknown, string>>(item: Item, max: number) {
  return z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(item).max(max))
    .meta({ type: 'string' });
}

/** A query value that may be repeated: `?id=a&id=b`. */
export function repeatable<Item extends z.ZodType<unknown, string>>(item: Item, max: number) {
  return z
    .union([z.string(), z.array(z.string())])
    .transform((given) => (typeof given === 'string' ? [given] : given))
    .pipe(z.array(item).max(max))
    .meta({ type: 'array', items: { type: 'string' }, maxItems: max });
}

export const cursor = z
  .string()
  .max(256)
  .optional()
  .meta({ description: 'Continues a list; taken from the `Link: <…>; rel="next"` header of a full page' });

/** Whether a text is one line without what steers a terminal or turns the direction of other text around. */
export function isOneLine(text: string): boolean {
  return !/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u.test(text);
}

/** A person's address, in lower case. */
export const email = characters(limits.email, 3)
  .transform((text) => text.trim().toLowerCase())
  .refine((text) => /^[^\s@]+@[^\s@]+$/.test(text) && isOneLine(text), { error: 'must be an e-mail address' })
  .meta({ format: 'email', examples: ['ada@example.com'] });

/** The OpenAPI document lists the codes. */
const errorCode = z.string().meta({ id: 'ErrorCode' }) as unknown as z.ZodType<ErrorCode>;

/** The body of every failure. */
export const errorBody = z
  .object({
    detail: z.string().meta({ description: 'One sentence a person can act on' }),
    code: errorCode,
    retryable: z.boolean().meta({ description: 'Whether the same request may succeed later' }),
    retry_after_sec: z
      .int()
      .optional()
      .meta({ description: 'Seconds until a retry may succeed, where known; also the `Retry-After` header' }),
    issues: z
      .array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string(), code: z.string() }))
      .optional()
      .meta({ description: 'With a validation failure: what is wrong where' }),
    request_id: z.string().optional().meta({ description: 'With status 500: also the X-Request-Id header' }),
  })
  .meta({ id: 'ErrorBody' });
export type ErrorBody = z.output<typeof errorBody>;

/** An address as it is shown to who may only look: without the user and password that may stand in it, else unchanged. */
export function withoutUser(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  if (url.username === '' && url.password === '') return address;
  url.username = '';
  url.password = '';
  return url.href;
}
