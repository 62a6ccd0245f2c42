import { handOverPrompt, parsePromptId, releasePrompt, takePrompt } from '@gateway/contract';
import type { Gateway, NextTaker, Principal } from '@gateway/core';
import { endpoint, type Endpoint } from '../../endpoint.js';
import { promptRecord } from '../../records/prompt.js';

/** Who looks after a prompt. */
export function takingRoutes({ prompts, addresses }: Gateway): Endpoint[] {
  const change = async (principal: Principal, { id }: { readonly id: string }, next: NextTaker) => {
    const prompt = await prompts.take(principal, parsePromptId(id), id, next);
    return promptRecord(await prompts.shown(prompt), prompts.stateOf(prompt), principal, addresses);
  };
  return [
    endpoint(takePrompt, ({ principal, params }) => change(principal, params, 'me')),
    endpoint(releasePrompt, ({ principal, params }) => change(principal, params, 'no_one')),
    endpoint(handOverPrompt, ({ principal, params, body }) => change(principal, params, { personId: body.person_id })),
  ];
}
