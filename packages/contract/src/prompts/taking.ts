import { z } from 'zod';
import { byPromptId, promptRecord } from './prompts.js';
import { route } from '../routes/route.js';
import { recordId } from '../vocabulary.js';

const common = {
  method: 'POST',
  scopes: ['prompts:write'],
  operatorOnly: true,
  tag: 'Prompts',
  params: byPromptId,
  status: 200,
  reply: promptRecord,
} as const;

export const takePrompt = route({
  ...common,
  id: 'takePrompt',
  path: '/v1/prompts/{id}/take',
  summary: 'Say that you look after a pending prompt',
  description:
    'Requires an operator’s session, of somebody who may answer the prompt. It is no vote and restricts no one. Another take replaces it, ' +
    'and the chats say so. It ends with the prompt. In a chat, the button `I have it` or that text as a reply does the same.',
  errors: [400, 404, 409],
});

export const releasePrompt = route({
  ...common,
  id: 'releasePrompt',
  path: '/v1/prompts/{id}/release',
  summary: 'Say that no one looks after a prompt any more',
  description: 'Requires an operator’s session, of somebody who may answer the prompt. Does nothing if no one has it.',
  errors: [400, 404, 409],
});

export const handOverPrompt = route({
  ...common,
  id: 'handOverPrompt',
  path: '/v1/prompts/{id}/hand-over',
  summary: 'Hand a prompt over to another person',
  description:
    'Requires an operator’s session, of somebody who may answer the prompt. So must the person be, who then has it.',
  body: z
    .strictObject({ person_id: recordId.meta({ description: 'The id of one of the people.' }) })
    .meta({ id: 'HandOver' }),
  errors: [400, 404, 409, 413, 415],
});

export const escalatePrompt = route({
  ...common,
  id: 'escalatePrompt',
  path: '/v1/prompts/{id}/escalate',
  summary: 'Make the next step of the policy of a pending prompt now',
  description:
    'Requires an operator’s session, of somebody who may answer the prompt. The step is a reminder or an escalation, as the policy says; the ' +
    'later steps keep their times. 409: the policy has no further step.',
  errors: [400, 404, 409],
});
