import { z } from 'zod';
import { route } from '../routes/route.js';
import { channelId, channelTypes, characters, dateTime, httpUrl } from '../vocabulary.js';

/** A chat with a simulated platform, to try the gateway without an account on a platform. */
export const sandboxState = z
  .object({
    available: z.boolean().meta({
      description: 'Whether the sandbox is enabled: by `SANDBOX`, or because only this machine can reach the gateway.',
    }),
    running: z.boolean(),
    platform: z.string().nullable().meta({ description: 'The simulated platform.' }),
    channels: z.array(z.string()).meta({ description: 'Channels of the simulated platform.' }),
    messages: z.array(
      z.object({
        id: z.string(),
        chat: z.string().meta({ description: 'The channel of the chat.' }),
        from: z.enum(['bot', 'person']),
        name: z.string(),
        text: z.string(),
        at: dateTime,
        edited: z.boolean(),
        buttons: z.array(z.object({ id: z.string(), label: z.string() })),
      }),
    ),
  })
  .meta({ id: 'Sandbox' });
export type SandboxState = z.output<typeof sandboxState>;

const common = { tag: 'Console', status: 200, reply: sandboxState } as const;

export const getSandbox = route({
  ...common,
  id: 'getSandbox',
  method: 'GET',
  path: '/console/session/sandbox',
  scopes: ['channels:read'],
  summary: 'Get the simulated chat',
  errors: [400],
});

export const startSandbox = route({
  ...common,
  id: 'startSandbox',
  method: 'POST',
  path: '/console/session/sandbox',
  scopes: ['channels:write'],
  summary: 'Start the simulated platform and create a channel on it',
  body: z
    .strictObject({
      channel_id: channelId,
      channel_type: z.enum(channelTypes).default('PROMPT'),
      callback_url: httpUrl.nullish().transform((url) => url ?? null),
    })
    .meta({ id: 'NewSandboxChannel' }),
  errors: [400, 409, 413, 415],
});

export const pressInSandbox = route({
  ...common,
  id: 'pressInSandbox',
  method: 'POST',
  path: '/console/session/sandbox/press',
  scopes: ['channels:write'],
  summary: 'Press a button as the person in the simulated chat',
  body: z
    .strictObject({ channel_id: channelId, message_id: characters(64, 1), button_id: characters(128, 1) })
    .meta({ id: 'SandboxPress' }),
  errors: [400, 404, 413, 415],
});

export const writeInSandbox = route({
  ...common,
  id: 'writeInSandbox',
  method: 'POST',
  path: '/console/session/sandbox/write',
  scopes: ['channels:write'],
  summary: 'Write a text as the person in the simulated chat',
  body: z
    .strictObject({
      channel_id: channelId,
      text: characters(4096, 1),
      reply_to: characters(64, 1)
        .nullish()
        .transform((id) => id ?? null),
    })
    .meta({ id: 'SandboxText' }),
  errors: [400, 404, 413, 415],
});
