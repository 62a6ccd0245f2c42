import { z } from 'zod';
import { route } from './route.js';

export const getHostedFile = route({
  id: 'getHostedFile',
  method: 'GET',
  path: '/media/{token}/{name}',
  scopes: null,
  tag: 'Prompts',
  summary: 'Read an attachment that the gateway hosts',
  description:
    'Chat platforms call this. A file that a platform does not take is posted as this address, which is secret. It is served until three to four days after the prompt was closed. PNG, JPEG, GIF and WebP images are shown, other files are downloaded.',
  params: z.object({ token: z.string(), name: z.string() }),
  produces: 'application/octet-stream',
  status: 200,
  reply: z.string().meta({ format: 'binary' }),
  errors: [400, 404, 503],
});
