import { safeEqual } from '@gateway/platform-kit';
import { refusalOfVoter, voterAbout } from '../answers/check-voter.js';
import { giveReason } from '../answers/reason.js';
import { submit } from '../answers/submit.js';
import type { Voter } from '../answers/voter.js';
import type { DraftRow, PromptRow } from '../ports/rows.js';
import { readEdits } from '../questions/action/args.js';
import { visibleState } from '../questions/prompt-state.js';
import type { Choice } from '../questions/replies/meaning.js';
import * as texts from '../questions/texts/decisions.js';
import { acceptedNotice, closedNotice, unknownButton } from '../questions/texts/notices.js';
import type { RequestKind } from '../questions/tokens.js';
import { keyOf, type Arrival, type InboundDeps } from './arrival.js';
import { DIALOG_FIELD } from './ask-for-more.js';
import { closeDraft } from './ask-person.js';
import type { Place } from './place.js';
import { duplicate, ignored, notCounted, refused, type Result } from './result.js';

/** What one person was asked for: the kind of the request and its secret. */
interface Request {
  readonly kind: RequestKind;
  readonly nonce: string;
}

/** A press on Use these or Discard, or the submission of a dialog: only the person who was asked can give it. */
export async function answerRequest(
  deps: InboundDeps,
  arrival: Arrival,
  prompt: PromptRow,
  { channelId, isUninspectable }: Place,
  request: Request,
): Promise<Result> {
  const { event } = arrival;
  const text = event.kind === 'dialog' ? (event.values[DIALOG_FIELD] ?? '').trim() : '';
  if (event.kind === 'dialog' && !safeEqual(request.nonce, prompt.nonce)) return refused(unknownButton, prompt);
  const voter = await voterAbout(deps, prompt, channelId, arrival);
  if (request.kind === 'reason') return text === '' ? ignored : await addReason(deps, arrival, prompt, voter, text);
  if (visibleState(prompt, deps.clock.now()) !== 'pending') return refused(closedNotice(prompt), prompt);
  const refusal = await refusalOfVoter(deps, prompt, channelId, voter, event.visibility);
  if (refusal !== null) return refused(refusal, prompt, { refused: voter });

  const asked = await choiceOf(deps, prompt, voter, request, text);
  if ('refused' in asked) return refused(asked.refused, prompt);
  if ('errors' in asked)
    return { result: 'refused', notice: asked.errors, prompt, errors: { [DIALOG_FIELD]: asked.errors } };
  const close = (draft: DraftRow | undefined, notice: string) => {
    if (draft && event.kind === 'press') closeDraft(deps, { ...arrival, event }, prompt, draft, notice);
  };
  if ('discarded' in asked) {
    const notice = texts.editsDiscarded(prompt);
    close(asked.discarded, notice);
    return refused(notice, prompt);
  }
  const submission = { channelId, isUninspectable, by: event.sender, event: keyOf(arrival), confirmTo: null };
  const submitted = await submit(deps, prompt, voter, asked, submission);
  const notTaken = notCounted(submitted);
  if (notTaken && submitted.result !== 'closed') return notTaken;
  const { prompt: now } = submitted;
  const notice = notTaken?.notice ?? acceptedNotice(now);
  close(asked.draft, notice);
  // The message with the pressed button is not the question's own: it must keep its text.
  return notTaken ?? { result: 'answered', notice, prompt: now, showsOutcome: event.kind === 'dialog' };
}

/** Adds words to a decision or vote of this person. */
export async function addReason(
  deps: InboundDeps,
  arrival: Arrival,
  prompt: PromptRow,
  voter: Voter,
  words: string,
): Promise<Result> {
  const { outcome, prompt: now } = await giveReason(deps, prompt, voter, words, keyOf(arrival));
  if (outcome === 'duplicate') return duplicate;
  return outcome === 'recorded'
    ? { result: 'answered', notice: texts.reasonRecorded(prompt), prompt: now ?? prompt }
    : { result: 'refused', notice: texts.decisionStands(now ?? prompt), prompt: now ?? prompt };
}

type Asked =
  | (Choice & { readonly draft?: DraftRow })
  | { readonly discarded: DraftRow }
  | { readonly refused: string }
  | { readonly errors: string };

async function choiceOf(
  { store }: InboundDeps,
  prompt: PromptRow,
  voter: Voter,
  { kind, nonce }: Request,
  text: string,
): Promise<Asked> {
  const { organizationId, num } = prompt;
  if (kind === 'respond')
    return text === '' ? { errors: 'Write a response.' } : { type: 'decision', value: 'respond', text };
  const draft = await store.votes.draft(organizationId, num, voter.key);
  if (kind === 'edit') {
    const edited = readEdits(prompt, draft?.args ?? null, text);
    return 'problem' in edited
      ? { errors: edited.problem }
      : { type: 'decision', value: 'edit', args: JSON.stringify(edited.args) };
  }
  if (!draft || !safeEqual(draft.nonce, nonce)) {
    const isAnothers = await store.votes.hasDraft(organizationId, num, nonce);
    return { refused: isAnothers ? texts.notYourDraft : texts.draftGone };
  }
  if (kind === 'discard') {
    await store.votes.removeDraft(organizationId, num, voter.key);
    return { discarded: draft };
  }
  const { args } = draft;
  return args === null ? { refused: texts.draftGone } : { type: 'decision', value: 'edit', args, draft };
}
