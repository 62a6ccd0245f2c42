import { z } from 'zod';
import { route } from './route.js';
import { dateTime, limits } from './vocabulary.js';

const days = z.int().min(1).max(limits.retentionDaysMax).meta({ description: '30 until changed' });

const fields = {
  prompts_retention_enabled: z.boolean(),
  prompts_retention_days: days,
  messages_inbound_retention_enabled: z.boolean(),
  messages_outbound_retention_enabled: z.boolean(),
  messages_inbound_retention_days: days,
  messages_outbound_retention_days: days,
  messages_inbound_zero_retention: z.boolean().meta({
    description:
      'Inbound texts are kept nowhere once delivered (or given up). Texts from before stay: retention days remove them',
  }),
  messages_outbound_zero_retention: z
    .boolean()
    .meta({ description: 'Outbound texts are kept nowhere. Texts from before stay: retention days remove them' }),
};

/** What is kept for how long. */
export const retentionSettings = z.object({ ...fields, updated_at: dateTime }).meta({ id: 'RetentionSettings' });
export type RetentionSettings = z.output<typeof retentionSettings>;

export const settingsPatch = z
  .strictObject({ ...fields, updated_at: z.unknown() })
  .partial()
  .transform(({ updated_at: _ignored, ...patch }) => patch)
  .meta({ id: 'RetentionSettingsPatch' });
export type SettingsPatch = z.output<typeof settingsPatch>;

export const getSettings = route({
  id: 'getSettings',
  method: 'GET',
  path: '/v1/settings',
  scopes: ['settings:read'],
  tag: 'Settings',
  summary: 'Read what is kept for how long',
  description: 'Until it is changed everything is kept: all switches are off.',
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
  summary: 'Change what is kept for how long',
  description:
    'Fields that are left out stay as they are. What has had its days is removed in the background, every hour and soon after a change: ' +
    'messages by their age, prompts by the time since they were answered or expired. A pending prompt or an undelivered event never is.',
  body: settingsPatch,
  status: 200,
  reply: retentionSettings,
  errors: [400, 413, 415],
});

export const previewSettings = route({
  id: 'previewSettings',
  method: 'POST',
  path: '/v1/settings/preview',
  scopes: ['settings:read'],
  tag: 'Settings',
  summary: 'What a change of the settings would remove, without making it',
  description: '`{}`, or no body, tells what the settings as they are would remove by now.',
  body: settingsPatch,
  status: 200,
  reply: z
    .object({
      would_remove: z.object({ prompts: z.int(), messages_inbound: z.int(), messages_outbound: z.int() }),
      last_run: z
        .object({ at: dateTime, prompts: z.int(), messages: z.int() })
        .nullable()
        .meta({ description: 'When the background pass last ran, and what it removed then' }),
    })
    .meta({ id: 'RetentionPreview' }),
  errors: [400, 413, 415],
});
