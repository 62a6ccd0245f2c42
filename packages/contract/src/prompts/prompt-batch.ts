import { z } from 'zod';
import { promptCreated } from './prompts.js';
import { route } from '../routes/route.js';
import { errorBody, limits } from '../vocabulary.js';

export const batchCreated = z
  .object({
    batch_id: z.string().meta({ description: 'The same in the reply to a repeated request.' }),
    results: z.array(z.union([promptCreated, errorBody])).meta({
      description: 'For each prompt, in the order of the request: the reply of `POST /v1/prompts/new`, or its error.',
    }),
  })
  .meta({ id: 'BatchCreated' });
export type BatchCreated = z.output<typeof batchCreated>;

export const createBatch = route({
  id: 'createBatch',
  method: 'POST',
  path: '/v1/prompts/batch',
  scopes: ['prompts:write'],
  tag: 'Prompts',
  summary: 'Ask people several questions',
  description:
    'Each prompt is asked as `POST /v1/prompts/new` does, and counts as one request: an error is in its place and does not stop the others. One ' +
    '`Idempotency-Key` covers all. While a result has `retryable: true`, the same request can be repeated with the same key: it asks only ' +
    'what was not asked. With `idempotency_keys`, each prompt has its own key: it is asked once, alone or in any batch.',
  idempotent: true,
  body: z
    .strictObject({
      prompts: z
        .array(z.unknown())
        .min(1)
        .max(limits.batchPrompts)
        .meta({
          description: `1 to ${limits.batchPrompts} bodies of \`POST /v1/prompts/new\`.`,
          items: { $ref: '#/components/schemas/NewPrompt' },
        }),
      idempotency_keys: z
        .array(
          z
            .string()
            .regex(/^[\x21-\x7e]{1,255}$/, { error: 'must be 1 to 255 visible ASCII characters without spaces' }),
        )
        .max(limits.batchPrompts)
        .optional()
        .meta({
          description:
            'One for each prompt, as the `Idempotency-Key` of `POST /v1/prompts/new`. Default: keys that follow from that of the batch.',
        }),
    })
    .refine(({ prompts, idempotency_keys: keys }) => keys === undefined || keys.length === prompts.length, {
      error: 'must have one key for each prompt',
      path: ['idempotency_keys'],
    })
    .meta({ id: 'NewBatch' }),
  entries: { list: 'prompts', exactJson: ['action'] },
  status: 200,
  reply: batchCreated,
  errors: [400, 409, 413, 415, 422],
});
