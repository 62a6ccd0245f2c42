import { z } from 'zod';
import { route } from '../routes/route.js';
import { outsideWindowChoices, platformId } from '../vocabulary.js';

/** What `npm install` takes in place of the example: a package name, a folder (`./my-adapter`) or a packed package (`./my-adapter-1.0.0.tgz`). */
const exampleAdapter = 'gateway-platform-example';
const installAdapter = (what: string) => `npm install --prefix ../adapters ${what}`;

/** The two lines that install an adapter, run in the folder of the gateway. The same for packages, folders and packed packages. */
export const installAdapterLines = `${installAdapter(exampleAdapter)}\nPLATFORM_PACKAGES=../adapters npm start`;

/** The same as the end of a sentence. */
export function installAdapterSteps(what: string): string {
  return `install it by "${installAdapter(what)}" and start the gateway with PLATFORM_PACKAGES=../adapters`;
}

const choiceKinds = ['buttons', 'reactions', 'polls', 'replies'] as const;

export const platformRecord = z
  .object({
    id: platformId,
    problem: z.null().meta({ description: 'Null: the adapter can be used.' }),
    name: z.string(),
    icon: z.string().meta({ description: 'An SVG document.' }),
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
      choices: z.enum(choiceKinds).meta({
        description:
          'How people choose an option: by buttons, by reactions to the question, in a poll, or by replies such as `2`. Without buttons, replies count on every platform.',
      }),
    }),
    limits: z.object({
      options: z.int().meta({ description: 'Maximum number of options.' }),
      option_label: z.int().meta({
        description:
          'Maximum length of an option that its button shows. Longer options become numbers with a list in the text.',
      }),
      text: z.int().meta({ description: 'Maximum length of a message. Longer texts are split into several messages.' }),
      reply_window_ms: z
        .int()
        .nullable()
        .meta({ description: 'How long the bot may write after the person last wrote. Null: no limit.' }),
      outside_window: z
        .array(z.enum(outsideWindowChoices))
        .meta({ description: 'The choices for `outside_window` of a channel.' }),
    }),
    guide: z.string().meta({
      description: 'The setup guide in Markdown. `{{webhook_url}}` is a placeholder for the channel’s webhook address.',
    }),
  })
  .meta({ id: 'PlatformInfo' });
export type PlatformRecord = z.output<typeof platformRecord>;

export const brokenPlatformRecord = z
  .object({
    id: z.string().nullable().meta({ description: 'The platform that the adapter declares. Null: unknown.' }),
    package: z.string().meta({ description: 'The package, as named in `PLATFORM_PACKAGES`.' }),
    problem: z.string().meta({ description: 'Why the adapter cannot be used, and how to fix it.' }),
  })
  .meta({ id: 'BrokenPlatform' });
export type BrokenPlatformRecord = z.output<typeof brokenPlatformRecord>;

export const listPlatforms = route({
  id: 'listPlatforms',
  method: 'GET',
  path: '/v1/platforms',
  scopes: ['channels:read'],
  tag: 'Channels',
  summary: 'List the platform adapters',
  description:
    'Usable adapters come first, with everything that is needed to register a channel: credentials, target, limits and a setup guide. ' +
    'Adapters that cannot be used follow, with the reason in `problem`.',
  status: 200,
  reply: z.array(z.union([platformRecord, brokenPlatformRecord])),
  errors: [400],
});
