import { z } from 'zod';
import { route } from './route.js';

/** What the event stream tells of; each reader sees the kinds that their scopes allow. */
export const streamEventTypes = [
  'prompt.created',
  'prompt.answered',
  'prompt.expired',
  'message.created',
  'message.sent',
  'delivery.updated',
  'channel.updated',
] as const;
export type StreamEventType = (typeof streamEventTypes)[number];

export const streamEvents = route({
  id: 'streamEvents',
  method: 'GET',
  path: '/v1/events',
  scopes: ['prompts:read', 'messages:read'],
  tag: 'Events',
  summary: 'Follow what happens, as server-sent events',
  description:
    `Types: ${streamEventTypes.map((type) => `\`${type}\``).join(', ')}. \`data\` is JSON: the record as the API returns it. ` +
    'A reader that reconnects with `Last-Event-ID` misses nothing of the last 24 h. A comment line every 15 s shows that the stream lives.',
  produces: 'text/event-stream',
  status: 200,
  reply: z.string(),
  errors: [400],
});
