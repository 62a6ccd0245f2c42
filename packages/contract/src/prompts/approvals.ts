import { z } from 'zod';
import { actionArgs, actionDigest, exactAction } from './decisions.js';
import { byPromptId, promptId, promptRecord } from './prompts.js';
import { route } from '../routes/route.js';
import { dateTime } from '../vocabulary.js';

/** An approval that was used. */
export const consumedApproval = z
  .object({
    prompt_id: promptId,
    action_digest: actionDigest,
    args: actionArgs.nullable().meta({ description: 'The arguments to use: after `edit` the changed ones.' }),
    consumed_at: dateTime,
    replayed: z.boolean().meta({
      description:
        'Whether an earlier request with this `Idempotency-Key` used the approval: only its sender may run the action.',
    }),
  })
  .meta({ id: 'ConsumedApproval' });
export type ConsumedApproval = z.output<typeof consumedApproval>;

export const consumeApproval = route({
  id: 'consumeApproval',
  method: 'POST',
  path: '/v1/prompts/{id}/consume',
  scopes: ['prompts:write', 'prompts:consume'],
  tag: 'Prompts',
  summary: 'Use the approval of an action, once',
  description:
    'Call it right before the action runs. Of all requests for a prompt one succeeds, and only if the action is exactly the one that was ' +
    'approved. The key that asked needs `prompts:write`; any other key, such as that of a tool server, needs `prompts:consume`. A refusal ' +
    'uses nothing up.',
  params: byPromptId,
  idempotent: true,
  body: z
    .strictObject({
      action_digest: actionDigest.optional().meta({ description: 'The `action_digest` of the answer.' }),
      action: exactAction.optional().meta({ description: 'The action that is about to run.' }),
    })
    .refine((body) => (body.action_digest === undefined) !== (body.action === undefined), {
      error: 'must have either action_digest or action',
    })
    .meta({ id: 'NewConsume' }),
  exactJson: ['action'],
  status: 200,
  reply: consumedApproval,
  errors: [400, 404, 409, 413, 415, 422],
});

export const withdrawApproval = route({
  id: 'withdrawApproval',
  method: 'POST',
  path: '/v1/prompts/{id}/withdraw',
  scopes: ['prompts:write'],
  operatorOnly: true,
  tag: 'Prompts',
  summary: 'Take back an approval that was not used yet',
  description:
    'Requires an operator’s session. Possible until the approval is used, for 10 minutes after the answer. The prompt stays `answered`, and ' +
    'its `callback_url` gets `prompt.withdrawn`.',
  params: byPromptId,
  status: 200,
  reply: promptRecord,
  errors: [400, 404, 409],
});
