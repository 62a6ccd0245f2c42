import { z } from 'zod';
import { route } from '../routes/route.js';
import { httpUrl } from '../vocabulary.js';

export const testCallback = route({
  id: 'testCallback',
  method: 'POST',
  path: '/v1/channels/test-callback',
  scopes: ['channels:write'],
  tag: 'Channels',
  summary: 'Send a signed test event to a callback address',
  description:
    'Sends an event of the type `gateway.test` once, without retries, and returns the receiver’s response. Nothing is stored.',
  body: z.strictObject({ callback_url: httpUrl }).meta({ id: 'CallbackTest' }),
  status: 200,
  reply: z.object({
    ok: z.boolean(),
    status: z.int().nullable(),
    duration_ms: z.int(),
    response: z.string().nullable().meta({ description: 'The first 2 kB of the body.' }),
    error: z.string().nullable(),
  }),
  errors: [400, 413, 415],
});
