import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { accountKey, definePlatform, PLATFORM_API_VERSION } from '@gateway/platform-kit';
import { z } from 'zod';
import { DIGITS } from './inbound.js';

const credentials = z.object({
  homeserver: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://matrix.example.org' })
    .meta({ title: 'Homeserver', help: 'The address of the server of the bot.', placeholder: 'https://matrix.org' }),
  token: z
    .string()
    .trim()
    .min(1, 'must be the access token of a bot')
    .meta({ title: 'Access token', help: 'The token that the server returned when the bot signed in.', secret: true }),
});

export default definePlatform({
  apiVersion: PLATFORM_API_VERSION,
  id: 'matrix',
  name: 'Matrix',
  icon: readFileSync(new URL('../icon.svg', import.meta.url), 'utf8'),
  credentials,
  target: {
    title: 'Room',
    placeholder: '!abc:example.org',
    help: 'The internal id: in Element, Room settings → Advanced. Invite the bot to it.',
    pattern: '^!.+$',
  },
  capabilities: {
    webhook: 'none',
    stream: 'polling',
    choices: 'reactions',
    reactions: { max: DIGITS.length },
    edit: 'call',
    // An event has at most 65536 bytes, and an edit contains its text twice.
    text: { max: 8000 },
    media: { url: false, bytes: false },
    threads: false,
    ackWithin: 10_000,
  },
  endpoints: {},
  guide: () => readFile(new URL('../README.md', import.meta.url), 'utf8'),
  account: ({ homeserver, token }) => accountKey(homeserver, token),
  connect: async (context) => (await import('./connection.js')).openConnection(context),
});
