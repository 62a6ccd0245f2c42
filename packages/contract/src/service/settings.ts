import { z } from 'zod';
import { route } from '../routes/route.js';
import { dateTime, limits, managedBy } from '../vocabulary.js';

const days = z.int().min(1).max(limits.retentionDaysMax).meta({ description: 'Default: 30 days.' });

const fields = {
  prompts_retention_enabled: z.boolean(),
  prompts_retention_days: days,
  messages_inbound_retention_enabled: z.boolean(),
  messages_outbound_retention_enabled: z.boolean(),
  messages_inbound_retention_days: days,
  messages_outbound_retention_days: days,
  messages_inbound_zero_retention: z.boolean().meta({
    description:
      'Inbound texts are not stored. A text exists only in its callback, until that is delivered or dead. Earlier texts stay until their ' +
      'retention days are over.',
  }),
  messages_outbound_zero_retention: z
    .boolean()
    .meta({ description: 'Outbound texts are not stored. Earlier texts stay until their retention days are over.' }),
  audit_retention_enabled: z.boolean().meta({
    description:
      'Audit log entries are deleted by their age, and API keys by the time since they were revoked or ended. The audit log has an entry ' +
      '`audit.removed` for it, with how many were deleted and until which time.',
  }),
  audit_retention_days: z.int().min(1).max(limits.retentionDaysMax).meta({ description: 'Default: 365 days.' }),
};

/** How long records are kept. */
export const retentionSettings = z
  .object({ ...fields, managed_by: managedBy, updated_at: dateTime })
  .meta({ id: 'RetentionSettings' });
export type RetentionSettings = z.output<typeof retentionSettings>;

export const settingsPatch = z
  .strictObject({ ...fields, managed_by: z.unknown(), updated_at: z.unknown() })
  .partial()
  .transform(({ managed_by: _owner, updated_at: _ignored, ...patch }) => patch)
  .meta({ id: 'RetentionSettingsPatch' });
export type SettingsPatch = z.output<typeof settingsPatch>;

export const getSettings = route({
  id: 'getSettings',
  method: 'GET',
  path: '/v1/settings',
  scopes: ['settings:read'],
  tag: 'Settings',
  summary: 'Get the retention settings',
  description: 'By default all switches are off, and all records are kept.',
  status: 200,
  reply: retentionSettings,
  errors: [400],
});

export const updateSettings = route({
  id: 'updateSettings',
  method: 'PATCH',
  path: '/v1/settings',
  scopes: ['settings:write'],
  tag: 'Settings',
  summary: 'Change the retention settings',
  description:
    'Omitted fields keep their values. Records past their retention are deleted in the background, every hour and soon after a change: ' +
    'messages and audit log entries by their age, prompts by the time since they were answered or expired. Pending prompts and undelivered events are never ' +
    'deleted.',
  body: settingsPatch,
  status: 200,
  reply: retentionSettings,
  errors: [400, 409, 413, 415],
});

export const previewSettings = route({
  id: 'previewSettings',
  method: 'POST',
  path: '/v1/settings/preview',
  scopes: ['settings:read'],
  tag: 'Settings',
  summary: 'Preview what a change of the retention settings would delete',
  description: 'Changes nothing. `{}`, or no body, previews the current settings.',
  body: settingsPatch,
  status: 200,
  reply: z
    .object({
      would_remove: z.object({
        prompts: z.int(),
        messages_inbound: z.int(),
        messages_outbound: z.int(),
        audit: z.int().meta({ description: 'Audit log entries.' }),
      }),
      last_run: z
        .object({ at: dateTime, prompts: z.int(), messages: z.int() })
        .nullable()
        .meta({ description: 'The last background deletion, and how many records it deleted.' }),
    })
    .meta({ id: 'RetentionPreview' }),
  errors: [400, 413, 415],
});
