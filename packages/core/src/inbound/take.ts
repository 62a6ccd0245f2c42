import { formatPromptId } from '@gateway/contract';
import { refusalOfSender, voterAbout } from '../answers/check-voter.js';
import { changeTaker } from '../answers/take-prompt.js';
import type { Voter } from '../answers/voter.js';
import { systemAuditEntry } from '../audit/audit.js';
import type { PromptRow } from '../ports/rows.js';
import { closedNotice } from '../questions/texts/notices.js';
import { saysTake, youHadIt, youHaveIt } from '../questions/texts/taking.js';
import { keyOf, type Arrival, type InboundDeps } from './arrival.js';
import type { Place } from './place.js';
import { duplicate, refused, type Result } from './result.js';

/** Whether a text about a prompt says that its writer looks after it. Where a text is an answer, these words are one. */
export const asksToTake = ({ allowText }: PromptRow, text: string) => !allowText && saysTake(text);

/** By a press on the button below the question. */
export async function takeByPress(
  deps: InboundDeps,
  arrival: Arrival,
  prompt: PromptRow,
  { channelId }: Place,
): Promise<Result> {
  const voter = await voterAbout(deps, prompt, channelId, arrival);
  const refusal = await refusalOfSender(deps, prompt, channelId, voter, arrival);
  if (refusal !== null) return refused(refusal, prompt, { refused: voter });
  return await takeInChat(deps, arrival, prompt, voter);
}

/** Records that somebody who may answer a prompt looks after it. The note in the chat says so to all. */
export async function takeInChat(
  deps: InboundDeps,
  arrival: Arrival,
  prompt: PromptRow,
  voter: Voter,
): Promise<Result> {
  const { num, organizationId } = prompt;
  const entry = systemAuditEntry(deps.clock, 'prompt.taken', formatPromptId(num));
  const audit = { ...entry, organizationId, actorId: voter.key, actorName: voter.name };
  const taken = await changeTaker(deps, prompt, { by: voter, taker: voter, audit, event: keyOf(arrival) });
  if (taken.result === 'duplicate') return duplicate;
  if (taken.result === 'closed') return refused(closedNotice(taken.prompt), taken.prompt, { showsOutcome: true });
  if (taken.result === 'unchanged') return refused(youHadIt(num), taken.prompt);
  // All in the chat read the note.
  const notice = arrival.event.kind === 'text' ? null : youHaveIt(num);
  return { result: 'answered', notice, prompt: taken.prompt };
}
