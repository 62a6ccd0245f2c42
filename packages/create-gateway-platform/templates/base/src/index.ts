import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { accountKey, definePlatform, PLATFORM_API_VERSION } from '@gateway/platform-kit';
import { z } from 'zod';
import { choices } from './choices.js';
import { events } from './events.js';

const credentials = z.object({
  token: z
    .string()
    .trim()
    .min(1, 'must be the token of a bot')
    .meta({ title: 'Token', help: 'The token of the bot, from its settings on My Chat.', secret: true }),
});

export default definePlatform({
  apiVersion: PLATFORM_API_VERSION,
  id: 'mychat',
  name: 'My Chat',
  icon: readFileSync(new URL('../icon.svg', import.meta.url), 'utf8'),
  credentials,
  target: { title: 'Chat', placeholder: 'room-1', help: 'The id of the chat. Its settings show it.' },
  capabilities: {
    ...events,
    ...choices,
    // The limits of the platform. The gateway lays out questions by these numbers.
    text: { max: 4000 },
    media: { url: false, bytes: false },
    threads: false,
    ackWithin: 10_000,
  },
  endpoints: { api: { default: 'https://api.mychat.example', help: 'Root address of the API.' } },
  guide: () => readFile(new URL('../README.md', import.meta.url), 'utf8'),
  account: ({ token }) => accountKey(token),
  async connect(context) {
    const { openConnection } = await import('./connection.js');
    return openConnection(context);
  },
});
