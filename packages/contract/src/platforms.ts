import { z } from 'zod';
import { route } from './route.js';
import { platformId } from './vocabulary.js';

export const platformRecord = z
  .object({
    id: platformId,
    problem: z.null().meta({ description: 'Null: the adapter is loaded' }),
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

export const brokenPlatformRecord = z
  .object({
    id: z.string().nullable().meta({ description: 'The platform that it says it serves; null: that cannot be told' }),
    package: z.string().meta({ description: 'As `PLATFORM_PACKAGES` names it' }),
    problem: z.string().meta({ description: 'Why the adapter is not loaded, and what to do' }),
  })
  .meta({ id: 'BrokenPlatform' });
export type BrokenPlatformRecord = z.output<typeof brokenPlatformRecord>;

export const listPlatforms = route({
  id: 'listPlatforms',
  method: 'GET',
  path: '/v1/platforms',
  scopes: ['channels:read'],
  tag: 'Channels',
  summary:
    'The platform adapters: loaded ones with all that a form needs, then those that cannot be used with the reason',
  status: 200,
  reply: z.array(z.union([platformRecord, brokenPlatformRecord])),
  errors: [400],
});
