import { formatPromptId } from '@gateway/contract';
import type { Principal } from '../access/principal.js';
import { refusalOfVoter, type VoterDeps } from '../answers/check-voter.js';
import { changeTaker, type TakeDeps } from '../answers/take-prompt.js';
import { voterOfOperator, voterOfPerson, type Voter } from '../answers/voter.js';
import { auditEntry } from '../audit/audit.js';
import { Refusal } from '../base/refusal.js';
import type { PromptRow } from '../ports/rows.js';
import type { Store } from '../ports/store.js';
import { closedReason } from '../questions/texts/notices.js';

type Deps = Omit<TakeDeps, 'store'> & VoterDeps & { readonly store: Store };

/** Who looks after a prompt then: the signed-in operator, no one, or the person with this id. */
export type NextTaker = 'me' | 'no_one' | { readonly personId: string };

/** Records who looks after a prompt, as an operator who may answer it says. Throws a `Refusal`. */
export async function takeFromConsole(
  deps: Deps,
  principal: Principal,
  prompt: PromptRow,
  next: NextTaker,
): Promise<PromptRow> {
  const id = formatPromptId(prompt.num);
  const by = await voterOfOperator(deps.store, principal);
  const refusal = await refusalOfVoter(deps, prompt, prompt.channelId, by);
  if (refusal !== null) {
    await deps.refusals.answer(auditEntry(principal, deps.clock, 'answer.refused', id));
    throw new Refusal('forbidden', refusal, null, { code: 'not_an_approver' });
  }
  const taker = next === 'me' ? by : next === 'no_one' ? null : await personToTake(deps, prompt, next.personId);
  const action = taker ? 'prompt.taken' : 'prompt.released';
  const audit = auditEntry(principal, deps.clock, action, id);
  const { result, prompt: now } = await changeTaker(deps, prompt, { by, taker, audit, event: null });
  if (result === 'closed')
    throw new Refusal('conflict', `Prompt ${id} ${closedReason(now)}`, null, { code: 'prompt_not_pending' });
  return now;
}

async function personToTake(deps: Deps, prompt: PromptRow, personId: string): Promise<Voter> {
  const refused = (why: string) => new Refusal('invalid', `person_id: ${why}`, 'person_id');
  const { people } = await deps.store.people.named(prompt.organizationId, {
    persons: [personId],
    groups: [],
    identities: [],
  });
  const person = people.find((one) => one.personId === personId);
  if (!person) throw refused(`there is no person ${JSON.stringify(personId)}.`);
  const voter = voterOfPerson(person);
  if ((await refusalOfVoter(deps, prompt, prompt.channelId, voter)) === null) return voter;
  throw refused(`${JSON.stringify(personId)} may not answer this prompt.`);
}
