import { z } from 'zod';
import { readRoutes } from '../routes/record-routes.js';
import { route } from '../routes/route.js';
import { channelId, characters, dateTime, limits, presets, recordId, scopes } from '../vocabulary.js';

const scope = z.enum(scopes);

export const keyRecord = z
  .object({
    id: z.string(),
    name: z.string(),
    key_prefix: z.string().meta({ description: 'The beginning of the key, which is not secret.' }),
    scopes: z.array(scope),
    created_at: dateTime,
    revoked_at: dateTime.nullable(),
    last_used_at: dateTime.nullable().meta({ description: 'Accurate to the minute.' }),
    expires_at: dateTime.nullable().meta({
      description:
        'When the key stops working: at the time given at its creation, or after it was rolled. Its `revoked_at` stays null.',
    }),
    channels: z.array(z.string()).nullable().meta({ description: 'The channels that the key may use. Null: all.' }),
    acts_for: z
      .string()
      .nullable()
      .meta({ description: 'The person whom prompts of the key name as `requested_by`. Null: none.' }),
  })
  .meta({ id: 'ApiKey' });
export type KeyRecord = z.output<typeof keyRecord>;

export const newKey = z
  .strictObject({
    name: characters(limits.keyName, 1),
    preset: z
      .enum(Object.keys(presets) as [keyof typeof presets])
      .nullish()
      .meta({
        description: Object.entries(presets)
          .map(([name, granted]) => `\`${name}\`: ${granted.join(', ')}.`)
          .join(' '),
      }),
    scopes: z.array(scope).nullish().meta({ description: 'Scopes in place of a preset.' }),
    channels: z
      .array(channelId)
      .min(1, { error: 'must name at least one channel; null allows all' })
      .max(limits.keyChannels)
      .nullish()
      .transform((ids) => ids ?? null)
      .meta({
        description:
          'The channels that the key may use: it reads only what belongs to them, and cannot change or post anything elsewhere, nor what all channels share. Default: all.',
      }),
    expires_at: z.iso
      .datetime({ offset: true })
      .nullish()
      .transform((time) => time ?? null)
      .meta({ description: 'When the key stops working. Default: never.', examples: ['2027-01-01T00:00:00Z'] }),
    acts_for: recordId
      .nullish()
      .transform((id) => id ?? null)
      .meta({
        description:
          'The person for whom the key acts: its prompts name this person as `requested_by`. Requires `people:write`.',
      }),
  })
  .refine((key) => (key.preset ?? null) !== null || (key.scopes ?? []).length > 0, {
    path: ['scopes'],
    error: `must name at least one scope when there is no preset; presets: ${Object.keys(presets).join(', ')}; scopes: ${scopes.join(', ')}`,
  })
  .refine((key) => (key.preset ?? null) === null || (key.scopes ?? []).length === 0, {
    path: ['scopes'],
    error: 'cannot be combined with a preset: give one of the two',
  })
  .meta({ id: 'NewApiKey' });
export type NewKey = z.output<typeof newKey>;

const byId = z.object({ id: z.string() });

export const createKey = route({
  id: 'createKey',
  method: 'POST',
  path: '/v1/keys/new',
  scopes: ['keys:write'],
  tag: 'Keys',
  summary: 'Create a key',
  description: 'A key can grant only rights that its creator has: scopes, channels and time.',
  body: newKey,
  status: 200,
  reply: keyRecord
    .extend({ key: z.string().meta({ description: 'The key itself. It is shown only once.' }) })
    .meta({ id: 'CreatedApiKey' }),
  errors: [400, 413, 415],
});

const keyRoutes = readRoutes({
  name: 'Key',
  plural: 'Keys',
  path: '/v1/keys',
  tag: 'Keys',
  read: 'keys:read',
  record: keyRecord,
  listed: ', including revoked ones',
});
export const listKeys = keyRoutes.list;
export const getKey = keyRoutes.get;

export const revokeKey = route({
  id: 'revokeKey',
  method: 'DELETE',
  path: '/v1/keys/{id}',
  scopes: ['keys:write'],
  tag: 'Keys',
  summary: 'Revoke a key',
  description:
    'Takes effect immediately on this instance, and within 5 s on others. A key may revoke itself, and keys that it could create. The last ' +
    'unlimited `admin` key cannot be revoked.',
  params: byId,
  status: 200,
  reply: keyRecord,
  errors: [400, 404],
});

export const rollKey = route({
  id: 'rollKey',
  method: 'POST',
  path: '/v1/keys/{id}/roll',
  scopes: ['keys:write'],
  tag: 'Keys',
  summary: 'Replace a key with a new one that has the same name and rights',
  description:
    'The old key stays valid for a grace period, so that agents can be switched to the new one without interruption.',
  params: byId,
  body: z
    .strictObject({
      grace_sec: z
        .int()
        .min(0)
        .max(limits.keyGraceSecMax, { error: `must be at most ${limits.keyGraceSecMax} (30 days)` })
        .nullish()
        .transform((seconds) => seconds ?? 86_400)
        .meta({ description: 'Seconds until the old key stops working. 0: immediately.', default: 86_400 }),
    })
    .meta({ id: 'KeyRoll' }),
  status: 201,
  reply: createKey.reply,
  errors: [400, 404, 409, 413, 415],
});
