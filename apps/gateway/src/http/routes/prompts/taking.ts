import { escalatePrompt, handOverPrompt, parsePromptId, releasePrompt, takePrompt } from '@gateway/contract';
import type { Gateway, NextTaker, Principal, PromptRow } from '@gateway/core';
import { endpoint, type Endpoint } from '../../endpoint.js';
import { promptRecord } from '../../records/prompt.js';

/** Who looks after a prompt, and the coming steps of its policy. */
export function takingRoutes({ prompts, addresses }: Gateway): Endpoint[] {
  const recordOf = async (principal: Principal, prompt: PromptRow) =>
    promptRecord(await prompts.shown(prompt), prompts.stateOf(prompt), principal, addresses);
  const change = async (principal: Principal, { id }: { readonly id: string }, next: NextTaker) =>
    await recordOf(principal, await prompts.take(principal, parsePromptId(id), id, next));
  return [
    endpoint(takePrompt, ({ principal, params }) => change(principal, params, 'me')),
    endpoint(releasePrompt, ({ principal, params }) => change(principal, params, 'no_one')),
    endpoint(handOverPrompt, ({ principal, params, body }) => change(principal, params, { personId: body.person_id })),
    endpoint(escalatePrompt, async ({ principal, params: { id } }) =>
      recordOf(principal, await prompts.escalate(principal, parsePromptId(id), id)),
    ),
  ];
}
