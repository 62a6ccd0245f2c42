import { z } from 'zod';
import { actionArgs, decisionValue } from './decisions.js';
import { byPromptId, promptRecord } from './prompts.js';
import { route } from '../routes/route.js';
import { grantLimits } from '../people/rule-grants.js';
import { characters, limits } from '../vocabulary.js';

/** An operator's answer. */
export const givenAnswer = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.enum(['option', 'text']),
      value: characters(limits.promptText, 1).meta({ description: 'The label of an option, or a free text.' }),
    }),
    z.strictObject({
      type: z.literal('decision'),
      value: decisionValue,
      reason: characters(limits.promptText).nullish(),
      args: actionArgs.nullish().meta({
        description:
          'With `edit`: the arguments to use. Arguments that are left out stay. With `approve` they must be those that were asked for.',
      }),
      text: characters(limits.promptText).nullish().meta({ description: 'With `respond`: the response.' }),
      grant_sec: z.int().min(grantLimits.secMin).max(grantLimits.secMax).nullish().meta({
        description:
          'With `approve`, where the rule offers it: for how many seconds the next actions like this one are approved, too. At most `max_sec` of the rule.',
      }),
    }),
  ])
  .meta({ id: 'Answer' });
export type GivenAnswer = z.output<typeof givenAnswer>;

export const answerPrompt = route({
  id: 'answerPrompt',
  method: 'POST',
  path: '/v1/prompts/{id}/answer',
  scopes: ['prompts:write'],
  operatorOnly: true,
  tag: 'Prompts',
  summary: 'Answer a pending prompt as the operator who is signed in to the console',
  description:
    'Requires an operator’s session. A key gets 403, because an agent must not answer its own question. The answer counts like one in the ' +
    'chat: exactly one answer wins, the callback is sent, and the chat message is updated.',
  params: byPromptId,
  body: givenAnswer,
  exactJson: ['args'],
  status: 200,
  reply: promptRecord,
  errors: [400, 404, 409, 413, 415],
});

export const takeAnswer = route({
  id: 'takeAnswer',
  method: 'POST',
  path: '/v1/prompts/{id}/take-answer',
  scopes: ['prompts:write'],
  tag: 'Prompts',
  summary: 'Take the answer of a prompt, once',
  description:
    'For programs that find their question again and must not use its answer twice: of all such requests for a prompt, one succeeds. The ' +
    'record does not change. Only the key that asked can take the answer.',
  params: byPromptId,
  status: 200,
  reply: promptRecord,
  errors: [400, 404, 409],
});
