import { z } from 'zod';
import { route } from './route.js';
import { platformId } from './vocabulary.js';

export const platformRecord = z
  .object({
    id: platformId,
    name: z.string(),
    icon: z.string().meta({ description: 'An SVG document' }),
    credentials: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        secret: z.boolean(),
        required: z.boolean(),
        help: z.string().nullable(),
        placeholder: z.string().nullable(),
      }),
    ),
    target: z.object({ label: z.string(), help: z.string(), placeholder: z.string(), pattern: z.string().nullable() }),
    capabilities: z.object({
      webhook: z.enum(['required', 'optional', 'none']),
      stream: z.enum(['polling', 'socket', 'none']),
      edit: z.boolean(),
      threads: z.boolean(),
      media: z.object({ url: z.boolean(), bytes: z.boolean() }),
    }),
    limits: z.object({
      options: z.int(),
      option_label: z.int().meta({ description: 'Longer labels are listed in the text' }),
      text: z.int().meta({ description: 'Longer texts become several messages' }),
      reply_window_ms: z.int().nullable(),
    }),
    guide: z.string().meta({ description: 'Markdown; `{{webhook_url}}` stands for the channel’s address' }),
  })
  .meta({ id: 'PlatformInfo' });
export type PlatformRecord = z.output<typeof platformRecord>;

export const listPlatforms = route({
  id: 'listPlatforms',
  method: 'GET',
  path: '/v1/platforms',
  scopes: ['channels:read'],
  tag: 'Channels',
  summary: 'The loaded platform adapters, with all that a form needs',
  status: 200,
  reply: z.array(platformRecord),
  errors: [400],
});
