import type { Outcome, PressEvent } from '@gateway/platform-kit';
import {
  duplicate,
  noteMessage,
  pressedMessage,
  recordRefusedEvent,
  type Arrival,
  type InboundDeps,
  type PostedHere,
} from '../inbound/arrival.js';
import { newNonce } from '../prompts/button-token.js';
import { acceptedNotice, closedNotice } from '../prompts/chat-texts.js';
import { closedText } from '../prompts/closed-text.js';
import type { DraftRow, PromptRow } from '../rows.js';
import { argumentLines } from './action-text.js';
import { parseArgs } from './answer-of.js';
import { askPerson, type PersonalRequest } from './ask-person.js';
import { choiceAt, labelOf } from './choices.js';
import { auditRefusal, refusalOfVoter, voterAbout } from './check-voter.js';
import { requestToken } from './request-token.js';
import { submit } from './submit.js';
import * as texts from './texts.js';
import type { Voter } from './voter.js';

/** The field of every dialog. */
export const DIALOG_FIELD = 'text';

/** A press on a button of an open prompt that has rules: decisions, approvers or a policy. */
export async function pressWithRules(
  deps: InboundDeps,
  arrival: Arrival<PressEvent>,
  place: PostedHere,
  prompt: PromptRow,
  option: number,
): Promise<Outcome> {
  const { event, account } = arrival;
  const { channelId } = place;
  const voter = await voterAbout(deps, prompt, channelId, arrival);
  const refusal = await refusalOfVoter(deps, prompt, channelId, voter, event.visibility);
  if (refusal !== null) return await refuseVoter(deps, arrival, prompt, voter, refusal);

  const value = choiceAt(prompt, option);
  const type = prompt.terms?.decisions ? 'decision' : 'option';
  if (type === 'decision' && (value === 'edit' || value === 'respond'))
    return await askForMore(deps, arrival, prompt, voter, value);

  if (place.copies.length > 0) await noteMessage(deps, arrival, place, prompt);
  const submitted = await submit(
    deps,
    prompt,
    voter,
    { type, value },
    {
      channelId,
      by: event.sender,
      event: { account: account.id.account, eventId: event.id },
      ...pressedMessage(arrival, place, prompt),
      confirmTo: null,
    },
  );
  const { result, prompt: now } = submitted;
  if (result === 'duplicate') return duplicate;
  if (result === 'closed') {
    await noteMessage(deps, arrival, place, now);
    return { result: 'refused', notice: closedNotice(now), closedText: closedTextHere(arrival, now) };
  }
  if (submitted.asksReason && (await askPerson(deps, arrival, now, reasonRequest(now, value))))
    return {
      result: 'answered',
      notice: null,
      closedText: result === 'answered' ? closedTextHere(arrival, now) : null,
    };
  if (result === 'answered')
    return {
      result,
      notice: submitted.asksReason ? texts.writeReason : acceptedNotice(now),
      closedText: closedTextHere(arrival, now),
    };
  return { result: 'answered', notice: texts.voteRecorded(submitted.progress ?? ''), closedText: null };
}

/** Tells somebody that they may not answer, and records it. */
export async function refuseVoter(
  deps: InboundDeps,
  arrival: Arrival,
  prompt: PromptRow,
  voter: Voter,
  notice: string,
): Promise<Outcome> {
  if (!(await recordRefusedEvent(deps, arrival, prompt))) return duplicate;
  await auditRefusal(deps, prompt, voter);
  return { result: 'refused', notice, closedText: null };
}

function closedTextHere({ account }: Arrival, prompt: PromptRow): string | null {
  return closedText(prompt, account.platform.capabilities);
}

/**
 * A press on Edit or Respond asks for more; the prompt stays open for all others. A repeated event asks if a crash came between the
 * record of the first one and the question. Arguments that this person has changed before stay until they are used or discarded.
 */
export async function askForMore(
  deps: InboundDeps,
  arrival: Arrival<PressEvent>,
  prompt: PromptRow,
  voter: Voter,
  kind: 'edit' | 'respond',
): Promise<Outcome> {
  const { votes } = deps.store;
  const { organizationId, num } = prompt;
  const { event, account } = arrival;
  const at = new Date(deps.clock.now());
  const earlier = await votes.draft(organizationId, num, voter.key);
  const isKept = kind === 'edit' && earlier !== null && earlier.args !== null;
  const asked = { organizationId, promptNum: num, voter: voter.key, kind, args: null, nonce: newNonce() } as const;
  const draft: DraftRow = isKept ? { ...earlier, kind, at } : { ...asked, messageRef: null, at };
  const isNew = await votes.putDraft(draft, { account: account.id.account, eventId: event.id });
  if (!isNew && !(earlier?.kind === kind && wasCut(deps, arrival, earlier))) return duplicate;
  const current = isNew || !earlier ? draft : earlier;
  const request = kind === 'edit' ? editRequest(arrival, prompt, current.args) : responseRequest(prompt);
  const opened = await askPerson(deps, arrival, prompt, { ...request, draft: current });
  const notice = opened ? null : kind === 'edit' ? texts.writeEdits : texts.writeResponse;
  return { result: 'answered', notice, closedText: null };
}

/** Whether a crash cut off the message about a draft, so that a repeated event has to post it. */
export function wasCut({ asking }: InboundDeps, arrival: Arrival, { messageRef }: DraftRow): boolean {
  return messageRef === null && !asking.isIn(arrival);
}

function reasonRequest(prompt: PromptRow, value: string): PersonalRequest {
  return {
    text: texts.askForReason(prompt, value),
    dialog: {
      token: requestToken(prompt.num, 'reason', prompt.nonce),
      title: `Question #${prompt.num}`,
      text: null,
      submitLabel: 'Send',
      fields: [field('Reason', null, false)],
    },
  };
}

function responseRequest(prompt: PromptRow): PersonalRequest {
  return {
    text: texts.askForResponse(prompt),
    dialog: {
      token: requestToken(prompt.num, 'respond', prompt.nonce),
      title: `Question #${prompt.num}`,
      text: null,
      submitLabel: 'Send',
      fields: [field(labelOf(prompt, 'respond'), null, true)],
    },
  };
}

/** `earlier`: the arguments as this person has changed them before. */
function editRequest({ account }: Arrival, prompt: PromptRow, earlier: string | null): PersonalRequest {
  const asked = parseArgs(earlier ?? prompt.terms?.action?.args ?? '{}');
  const value = JSON.stringify(asked, null, 2);
  const max = account.platform.capabilities.dialogs?.value ?? 0;
  return {
    text: texts.askForEdits(prompt, argumentLines(asked)),
    dialog:
      value.length <= max
        ? {
            token: requestToken(prompt.num, 'edit', prompt.nonce),
            title: `Question #${prompt.num}`,
            text: null,
            submitLabel: texts.useThese,
            fields: [{ ...field('Arguments (JSON)', value, true), maxLength: max }],
          }
        : null,
  };
}

function field(label: string, value: string | null, required: boolean) {
  return { id: DIALOG_FIELD, label: label.slice(0, 24), value, multiline: true, required, maxLength: 2000 };
}
