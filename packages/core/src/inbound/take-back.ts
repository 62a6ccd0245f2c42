import { formatPromptId } from '@gateway/contract';
import { isDecider, isVoteOf, type Voter } from '../answers/voter.js';
import { takeBack } from '../approvals/withdraw.js';
import { systemAuditEntry } from '../audit/audit.js';
import type { PromptRow } from '../ports/rows.js';
import { approvedIn } from '../questions/answer-of.js';
import { whyNotTakenBack } from '../questions/take-back.js';
import { cannotTakeBack, notYourApproval, saysTakeBack } from '../questions/texts/approvals.js';
import { keyOf, type Arrival, type InboundDeps } from './arrival.js';
import { duplicate, refused, type Result } from './result.js';

/** Whether a text about a closed prompt asks to take its approval back. */
export const asksToTakeBack = (prompt: PromptRow, text: string) => approvedIn(prompt) !== null && saysTakeBack(text);

/** Takes back the approval that this person gave, alone or with others. The note in the chat says so: they get no reply of their own. */
export async function takeBackInChat(
  deps: InboundDeps,
  arrival: Arrival,
  prompt: PromptRow,
  voter: Voter,
): Promise<Result> {
  const { clock } = deps;
  const { num, organizationId } = prompt;
  if (!(await hasApproved(deps, prompt, voter))) return refused(notYourApproval, prompt);
  const why = whyNotTakenBack(prompt, clock.now());
  if (why !== null) return refused(cannotTakeBack(num, why), prompt);
  const { sender } = arrival.event;
  const entry = systemAuditEntry(clock, 'prompt.withdrawn', formatPromptId(num));
  const audit = { ...entry, organizationId, actorId: voter.key, actorName: voter.name };
  const by = { id: sender.id, username: sender.username, name: voter.name };
  const taken = await takeBack(deps, prompt, by, audit, keyOf(arrival));
  if (taken.outcome === 'duplicate') return duplicate;
  if (taken.outcome === 'withdrawn')
    return { result: 'answered', notice: null, prompt: taken.prompt, showsOutcome: true };
  return { result: 'refused', notice: cannotTakeBack(num, taken.why), prompt };
}

/** Whether this person gave the answer, or one of the votes that led to it. */
async function hasApproved({ store }: InboundDeps, prompt: PromptRow, voter: Voter): Promise<boolean> {
  if (voter.isUnproven) return false;
  if (isDecider(prompt, voter)) return true;
  if (!prompt.terms?.policy) return false;
  const votes = await store.votes.of(prompt.organizationId, [prompt.num]);
  return votes.some((vote) => vote.choice === prompt.answer && isVoteOf(vote, voter));
}
