import type { InboundEvent, Outcome } from '@gateway/platform-kit';
import { auditRefusal } from '../answers/check-voter.js';
import type { Submitted } from '../answers/submit.js';
import type { Voter } from '../answers/voter.js';
import { promptFields } from '../base/log-fields.js';
import type { PromptRow } from '../ports/rows.js';
import { closedText } from '../questions/closed-text.js';
import { postKey } from '../questions/post-key.js';
import { visibleState } from '../questions/prompt-state.js';
import { closedButtons } from '../questions/take-back.js';
import { notSeenWhole } from '../questions/texts/approvals.js';
import { closedNotice } from '../questions/texts/notices.js';
import { keyOf, type Arrival, type InboundDeps } from './arrival.js';
import { tell } from './ask-person.js';

/** What became of an event. */
export interface Result {
  readonly result: Outcome['result'];
  /** What the person is told; null: nothing. */
  readonly notice: string | null;
  /** The prompt that the event was meant for, as it is now; null: none. */
  readonly prompt: PromptRow | null;
  /** Nothing has recorded the event yet. A repeat of it gets no second notice. */
  readonly isUnrecorded?: boolean;
  /** Somebody who may not answer: it is written to the audit log. */
  readonly refused?: Voter;
  /** The message of the event is the question: it shows the outcome. */
  readonly showsOutcome?: boolean;
  /** Problems of a dialog's fields. */
  readonly errors?: Outcome['errors'];
}

export const ignored: Result = { result: 'ignored', notice: null, prompt: null };
export const duplicate: Result = { result: 'duplicate', notice: null, prompt: null };

/** An event that changes nothing. `more`: see `Result`. */
export function refused(
  notice: string,
  prompt: PromptRow | null,
  more: Pick<Result, 'refused' | 'showsOutcome'> = {},
): Result {
  return { result: 'refused', notice, prompt, isUnrecorded: true, ...more };
}

/** The result of a choice that does not count; null: it counts. */
export function notCounted({ result, prompt }: Submitted): Result | null {
  if (result === 'duplicate') return duplicate;
  if (result === 'unseen') return refused(notSeenWhole(prompt.num), prompt);
  return result === 'closed' ? { result: 'refused', notice: closedNotice(prompt), prompt } : null;
}

/** Records a refused event, and tells the person what became of it: in the answer to the platform, or by a reply to a text. */
export async function settle(deps: InboundDeps, arrival: Arrival, result: Result): Promise<Outcome> {
  const { notice, prompt, errors } = result;
  if (result.isUnrecorded && !(await recordRefused(deps, arrival, prompt))) return outcomeOf(duplicate);
  if (result.refused && prompt) await auditRefusal(deps, prompt, result.refused);
  const { kind } = arrival.event;
  if (kind === 'text' || kind === 'other') {
    if (notice !== null) replyInThread(deps, arrival, notice, result);
    return outcomeOf({ result: result.result, notice: null });
  }
  const shown = result.showsOutcome && prompt ? shownAfter(deps, arrival, prompt) : {};
  return { ...outcomeOf(result), ...shown, ...(errors && { errors }) };
}

/** The question with its outcome; empty: it would be too long. */
function shownAfter(
  { clock }: InboundDeps,
  { account: { platform } }: Arrival,
  prompt: PromptRow,
): Partial<Pick<Outcome, 'closedText' | 'closedButtons'>> {
  const text = closedText(prompt, platform.capabilities);
  if (text === null) return {};
  const buttons = closedButtons(prompt, platform.capabilities, clock.now());
  return { closedText: text, ...(buttons.length > 0 && { closedButtons: buttons }) };
}

const outcomeOf = ({ result, notice }: Pick<Result, 'result' | 'notice'>): Outcome => ({
  result,
  notice,
  closedText: null,
});

const refusals: Record<InboundEvent['kind'], string> = {
  press: 'A press was refused',
  choice: 'A choice was refused',
  text: 'A text was refused',
  other: 'A reply without a text was refused',
  dialog: 'A dialog was refused',
};

/** Records a refused event. True: it is new, and was logged; false: a repeat by the platform. `prompt` null: the event names none. */
async function recordRefused(
  { store, clock, log }: InboundDeps,
  arrival: Arrival,
  prompt: PromptRow | null,
): Promise<boolean> {
  const { organizationId } = arrival.account.id;
  const isNew = await store.inboundEvents.first({ organizationId, ...keyOf(arrival), at: new Date(clock.now()) });
  if (isNew && prompt)
    log.info({ ...promptFields(prompt), state: visibleState(prompt, clock.now()) }, refusals[arrival.event.kind]);
  return isNew;
}

function replyInThread(deps: InboundDeps, arrival: Arrival, text: string, { prompt, refused: voter }: Result): void {
  const { event, account } = arrival;
  const message = {
    target: event.targets[0],
    text,
    ...(event.messageId !== null && { replyTo: event.messageId }),
    ...('thread' in event && event.thread !== undefined && { thread: event.thread }),
    idempotencyKey: postKey('reply', account.id.account, event.id),
    // Only who may not answer reads who may, where the platform can do that.
    ...(voter && { privateTo: event.sender.id }),
  };
  // The writer may be asked for more, and reply to that.
  tell(deps, arrival, prompt, 'A person could not be notified why their text was refused', (connection) =>
    connection.sendMessage(message),
  );
}
