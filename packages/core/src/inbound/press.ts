import { refusalOfSender, voterAbout } from '../answers/check-voter.js';
import { submit } from '../answers/submit.js';
import type { PromptRow } from '../ports/rows.js';
import { mayRun } from '../questions/choices.js';
import { visibleState } from '../questions/prompt-state.js';
import { notSeenWhole } from '../questions/texts/approvals.js';
import { voteRecorded, writeReason } from '../questions/texts/decisions.js';
import { acceptedNotice, closedNotice } from '../questions/texts/notices.js';
import { keyOf, type Arrival, type InboundDeps } from './arrival.js';
import { askForMore, reasonRequest } from './ask-for-more.js';
import { askPerson } from './ask-person.js';
import { noteMessage, pressedMessage, type Place } from './place.js';
import { notCounted, refused, type Result } from './result.js';

/**
 * Answers by a press on the button of a choice, or by a reaction or vote in a poll that stands for it. `grantSec`: the button gives a
 * standing approval for this time.
 */
export async function answerByPress(
  deps: InboundDeps,
  arrival: Arrival,
  prompt: PromptRow,
  place: Place,
  { value, grantSec }: { readonly value: string; readonly grantSec?: number | undefined },
): Promise<Result> {
  const { event } = arrival;
  const { channelId } = place;
  if (visibleState(prompt, deps.clock.now()) !== 'pending') {
    await noteMessage(deps, arrival, place, prompt);
    return refused(closedNotice(prompt), prompt, { showsOutcome: true });
  }
  const voter = await voterAbout(deps, prompt, channelId, arrival);
  const refusal = await refusalOfSender(deps, prompt, channelId, voter, arrival);
  if (refusal !== null) return refused(refusal, prompt, { refused: voter });

  const type = prompt.terms?.decisions ? 'decision' : 'option';
  if (place.isUninspectable && mayRun(prompt, { type, value })) return refused(notSeenWhole(prompt.num), prompt);
  if (type === 'decision' && (value === 'edit' || value === 'respond'))
    return await askForMore(deps, arrival, prompt, voter, value);
  if (place.copies.length > 0) await noteMessage(deps, arrival, place, prompt);
  const submitted = await submit(
    deps,
    prompt,
    voter,
    { type, value, ...(grantSec !== undefined && { grantSec }) },
    {
      ...place,
      by: event.sender,
      event: keyOf(arrival),
      ...pressedMessage(arrival, place, prompt),
      confirmTo: null,
    },
  );
  const { result, prompt: now, asksReason } = submitted;
  if (result === 'closed') await noteMessage(deps, arrival, place, now);
  const notTaken = notCounted(submitted);
  if (notTaken) return { ...notTaken, showsOutcome: result === 'closed' };
  const isInDialog = asksReason && (await askPerson(deps, arrival, now, reasonRequest(now, value)));
  const counted = result === 'voted' ? voteRecorded(submitted.progress ?? '') : acceptedNotice(now);
  const recorded = asksReason && result === 'answered' ? writeReason : counted;
  return {
    result: 'answered',
    notice: isInDialog ? null : recorded,
    prompt: now,
    showsOutcome: result === 'answered',
  };
}
