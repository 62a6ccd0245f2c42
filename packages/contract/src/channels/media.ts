import { z } from 'zod';
import { byPromptId } from '../prompts/prompts.js';
import { route } from '../routes/route.js';

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
  errors: [400, 404, 429, 503],
});

export const getPromptFile = route({
  id: 'getPromptFile',
  method: 'GET',
  path: '/v1/prompts/{id}/file',
  scopes: ['prompts:read'],
  operatorOnly: true,
  tag: 'Prompts',
  summary: 'Get the file of a prompt that the gateway hosts',
  description:
    'For the console: requires an operator’s session. The gateway hosts files without a `media_url` for platforms that take addresses only, ' +
    'until three to four days after the prompt was closed. Files on other platforms are deleted after the post.',
  params: byPromptId,
  status: 200,
  reply: z.object({
    file: z
      .object({
        name: z.string(),
        preview: z.enum(['image', 'pdf']).nullable().meta({
          description: 'What `GET /v1/prompts/{id}/media` returns. Null: nothing, because it has no preview.',
        }),
      })
      .nullable()
      .meta({ description: 'Null: the gateway hosts none, or no longer.' }),
  }),
  errors: [400, 404],
});

export const getPromptMedia = route({
  id: 'getPromptMedia',
  method: 'GET',
  path: '/v1/prompts/{id}/media',
  scopes: ['prompts:read'],
  operatorOnly: true,
  tag: 'Prompts',
  summary: 'Preview the attachment of a prompt in the console',
  description:
    'The file at `media_url`, fetched by the gateway now, so that the browser of the operator calls no other host. The rules for callback ' +
    'addresses apply. Without a `media_url`: the file that the gateway hosts. Only PNG, JPEG, GIF and WebP images and PDF files, recognized by ' +
    'their bytes, and up to `MAX_MEDIA_SIZE_MB`. A PDF file is a download.',
  params: byPromptId,
  produces: 'application/octet-stream',
  status: 200,
  reply: z.string().meta({ format: 'binary' }),
  errors: [400, 404, 503],
});
