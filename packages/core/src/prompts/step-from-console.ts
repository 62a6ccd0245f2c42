import { formatPromptId } from '@gateway/contract';
import type { Principal } from '../access/principal.js';
import { refusalOfVoter, type VoterDeps } from '../answers/check-voter.js';
import { voterOfOperator } from '../answers/voter.js';
import { auditEntry } from '../audit/audit.js';
import type { Refusals } from '../audit/refusals.js';
import { Refusal } from '../base/refusal.js';
import type { PromptRow } from '../ports/rows.js';
import { makeNextStep, type StepsOptions } from '../posts/steps.js';
import { visibleState } from '../questions/prompt-state.js';
import { closedReason } from '../questions/texts/notices.js';

type Deps = StepsOptions & VoterDeps & { readonly refusals: Pick<Refusals, 'answer'> };

/** Makes the next step of the policy before its time, as an operator who may answer the prompt says. Throws a `Refusal`. */
export async function stepFromConsole(deps: Deps, principal: Principal, prompt: PromptRow): Promise<void> {
  const { store, clock, refusals } = deps;
  const id = formatPromptId(prompt.num);
  const refusal = await refusalOfVoter(deps, prompt, prompt.channelId, await voterOfOperator(store, principal));
  if (refusal !== null) {
    await refusals.answer(auditEntry(principal, clock, 'answer.refused', id));
    throw new Refusal('forbidden', refusal, null, { code: 'not_an_approver' });
  }
  if (visibleState(prompt, clock.now()) !== 'pending')
    throw new Refusal('conflict', `Prompt ${id} ${closedReason(prompt)}`, null, { code: 'prompt_not_pending' });
  if (!(await makeNextStep(deps, prompt, auditEntry(principal, clock, 'prompt.escalated', id))))
    throw new Refusal('conflict', `Prompt ${id} has changed meanwhile: look at it again.`);
}
