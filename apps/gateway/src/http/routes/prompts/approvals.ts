import {
  consumeApproval,
  formatPromptId,
  parsePromptId,
  withdrawApproval,
  type BodyOf,
  type ConsumedApproval as Reply,
} from '@gateway/contract';
import { consumedApproval, type ConsumedApproval, type ExactAction, type Gateway } from '@gateway/core';
import { endpoint, Stored, type Endpoint } from '../../endpoint.js';
import { outcomeOf } from '../../idempotent.js';
import { promptRecord } from '../../records/prompt.js';

/** Using approvals, and taking them back. */
export function approvalRoutes({ prompts, addresses }: Gateway): Endpoint[] {
  return [
    endpoint(
      consumeApproval,
      async ({ principal, params, body, claimed }) => {
        const num = parsePromptId(params.id);
        const remembered = claimed && {
          claimed,
          // The arguments are read again for a repeat: they must not outlive the prompt.
          outcomeOf: (consumed: ConsumedApproval) =>
            outcomeOf(consumeApproval, { ...replyTo(consumed, true), args: null }, {}),
        };
        const consumed = await prompts.consume(principal, num, params.id, exactAction(body), remembered);
        const reply = replyTo(consumed, false);
        return remembered ? new Stored(reply) : reply;
      },
      async ({ principal, params }, { consumed_at }) => {
        const prompt = await prompts.get(principal, parsePromptId(params.id), params.id);
        return replyTo(consumedApproval(prompt, new Date(consumed_at)), true);
      },
    ),
    endpoint(withdrawApproval, async ({ principal, params }) => {
      const prompt = await prompts.withdraw(principal, parsePromptId(params.id), params.id);
      return promptRecord(await prompts.shown(prompt), prompts.stateOf(prompt), principal, addresses);
    }),
  ];
}

function exactAction({ action_digest, action }: BodyOf<typeof consumeApproval>): ExactAction {
  return action ? { action } : { digest: action_digest ?? '' };
}

function replyTo({ num, digest, args, at }: ConsumedApproval, replayed: boolean): Reply {
  return {
    prompt_id: formatPromptId(num),
    action_digest: digest,
    args,
    consumed_at: at.toISOString(),
    replayed,
  };
}
