import { z } from 'zod';
import { BUTTON_TOKEN_BYTES, PLATFORM_API_VERSION } from './platform.js';

const text = z.string().min(1);
const natural = z.int().min(1);
const method = z.custom((value) => typeof value === 'function', { error: 'must be a function' });

/** The shape of a manifest. It checks members, not classes: an adapter may have its own copy of zod and of this package. */
const manifest = z.object({
  apiVersion: z.literal(PLATFORM_API_VERSION, { error: `must be ${PLATFORM_API_VERSION}` }),
  id: z.string().regex(/^[a-z][a-z0-9]{1,31}$/, { error: 'must be 2 to 32 lower-case letters and digits' }),
  name: text,
  icon: text,
  credentials: z.custom(isObjectSchema, { error: 'must be a zod object of strings' }),
  target: z.object({ title: text, placeholder: z.string(), help: z.string(), pattern: z.string().optional() }),
  capabilities: z
    .object({
      webhook: z.enum(['required', 'optional', 'none']),
      stream: z.enum(['polling', 'socket', 'none']),
      choices: z.enum(['buttons', 'reactions', 'polls', 'replies']).optional(),
      buttons: z
        .object({
          max: natural,
          labelLength: natural,
          labelUnit: z.literal('utf16').optional(),
          dataBytes: z.int().min(BUTTON_TOKEN_BYTES),
        })
        .optional(),
      reactions: z.object({ max: natural }).optional(),
      polls: z.object({ max: natural, labelLength: natural }).optional(),
      text: z.object({
        max: natural,
        question: natural.optional(),
        length: method.optional(),
        formats: z
          .string()
          .regex(/^[!-/:-@[-`{-~]+$/, { error: 'must be signs of ASCII' })
          .optional(),
      }),
      media: z.object({ url: z.boolean(), bytes: z.boolean() }),
      edit: z.enum(['call', 'reply', 'none']),
      threads: z.boolean(),
      ackWithin: natural,
      deliveryReports: z.boolean().optional(),
      replyWindow: natural.optional(),
      directSend: z.boolean().optional(),
      dialogs: z.object({ fields: natural, title: natural, label: natural, value: natural }).optional(),
      windowTemplate: z.boolean().optional(),
    })
    .superRefine((given, context) => {
      const kind = given.choices ?? 'buttons';
      if (kind !== 'replies' && given[kind] === undefined)
        context.addIssue({
          code: 'custom',
          path: [kind],
          message: `has the limits of choices: '${kind}', and is missing`,
        });
    }),
  endpoints: z.record(
    z.string().regex(/^[a-z][a-z0-9_]*$/, { error: 'must be lower case' }),
    z.object({ default: z.string(), help: z.string() }),
  ),
  guide: method,
  account: method,
  identity: method.optional(),
  connect: method,
});

/** All flaws of a value that should be a manifest, such as `capabilities.text.max: must be …`. Empty when the manifest is valid. */
export function manifestFlaws(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return ['the default export must be the manifest (definePlatform)'];
  const result = manifest.safeParse(value);
  if (result.success) return [];
  return result.error.issues.map(({ path, message }) => `${path.join('.') || 'the manifest'}: ${message}`);
}

function isObjectSchema(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as { safeParse?: unknown }).safeParse === 'function' &&
    typeof (value as { shape?: unknown }).shape === 'object'
  );
}
