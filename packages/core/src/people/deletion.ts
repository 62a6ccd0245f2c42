import { Refusal } from '../base/refusal.js';
import type { NamedBy } from '../ports/people/people-store.js';

/** The refusal to delete what a channel, policy, rule, pending prompt or key names. */
export function refusalOfDeletion(subject: string, { kind, id }: NamedBy): Refusal {
  const fixes = {
    channel: `the channel "${id}" names it: change the channel with PATCH /v1/channels/${id} first`,
    policy: `the policy "${id}" names it: change the policy with PATCH /v1/policies/${id} first`,
    rule: `the rule "${id}" names it: change the rule with PATCH /v1/rules/${id} first`,
    prompt: `the pending prompt #${id} names it: wait for its answer, or cancel it first`,
    key: `the API key "${id}" acts for it: revoke the key first`,
  };
  return new Refusal('conflict', `${subject} cannot be deleted, because ${fixes[kind]}.`);
}
