import type { Voter } from '../answers/voter.js';
import type { DraftRow, PromptRow } from '../ports/rows.js';
import { argumentLines } from '../questions/action/action-text.js';
import { parseArgs } from '../questions/answer-of.js';
import { labelOf } from '../questions/choices.js';
import * as texts from '../questions/texts/decisions.js';
import { newNonce, requestToken, type RequestKind } from '../questions/tokens.js';
import { keyOf, type Arrival, type InboundDeps } from './arrival.js';
import { askPerson, type PersonalRequest } from './ask-person.js';
import { duplicate, type Result } from './result.js';

/** The field of every dialog. */
export const DIALOG_FIELD = 'text';

/**
 * Edit or Respond asks for more; the prompt stays open for all others. A repeated event asks if a crash came between the record of the
 * first one and the question. Arguments that this person has changed before stay until they are used or discarded.
 */
export async function askForMore(
  deps: InboundDeps,
  arrival: Arrival,
  prompt: PromptRow,
  voter: Voter,
  kind: 'edit' | 'respond',
): Promise<Result> {
  const { votes } = deps.store;
  const { organizationId, num } = prompt;
  const at = new Date(deps.clock.now());
  const earlier = await votes.draft(organizationId, num, voter.key);
  const isKept = kind === 'edit' && earlier !== null && earlier.args !== null;
  const asked = { organizationId, promptNum: num, voter: voter.key, kind, args: null, nonce: newNonce() } as const;
  const draft: DraftRow = isKept ? { ...earlier, kind, at } : { ...asked, messageRef: null, at };
  const isNew = await votes.putDraft(draft, keyOf(arrival));
  if (!isNew && !(earlier?.kind === kind && wasCut(deps, arrival, earlier))) return duplicate;
  const current = isNew || !earlier ? draft : earlier;
  const request = kind === 'edit' ? editRequest(arrival, prompt, current.args) : responseRequest(prompt);
  const opened = await askPerson(deps, arrival, prompt, { ...request, draft: current });
  // Who wrote a text gets the message that asks, and no second one.
  const isTold = opened || arrival.event.kind === 'text';
  const notice = kind === 'edit' ? texts.writeEdits : texts.writeResponse;
  return { result: 'answered', notice: isTold ? null : notice, prompt };
}

/** Whether a crash cut off the message about a draft, so that a repeated event has to post it. */
export function wasCut({ pending }: InboundDeps, arrival: Arrival, { messageRef }: DraftRow): boolean {
  return messageRef === null && !pending.isIn(arrival);
}

/** Asks for the reason of a decision or vote. */
export function reasonRequest(prompt: PromptRow, value: string): PersonalRequest {
  return { text: texts.askForReason(prompt, value), dialog: dialog(prompt, 'reason', field('Reason', null, false)) };
}

function responseRequest(prompt: PromptRow): PersonalRequest {
  const response = field(labelOf(prompt, 'respond'), null, true);
  return { text: texts.askForResponse(prompt), dialog: dialog(prompt, 'respond', response) };
}

/** `earlier`: the arguments as this person has changed them before. */
function editRequest({ account }: Arrival, prompt: PromptRow, earlier: string | null): PersonalRequest {
  const asked = parseArgs(earlier ?? prompt.terms?.action?.args ?? '{}');
  const value = JSON.stringify(asked, null, 2);
  const max = account.platform.capabilities.dialogs?.value ?? 0;
  const edits = { ...field('Arguments (JSON)', value, true), maxLength: max };
  return {
    text: texts.askForEdits(prompt, argumentLines(asked)),
    dialog: value.length <= max ? dialog(prompt, 'edit', edits, texts.useThese) : null,
  };
}

function dialog(
  { num, nonce }: PromptRow,
  kind: RequestKind,
  only: ReturnType<typeof field>,
  submitLabel = 'Send',
): PersonalRequest['dialog'] {
  return { token: requestToken(num, kind, nonce), title: `Question #${num}`, text: null, submitLabel, fields: [only] };
}

function field(label: string, value: string | null, required: boolean) {
  return { id: DIALOG_FIELD, label: label.slice(0, 24), value, multiline: true, required, maxLength: 2000 };
}
