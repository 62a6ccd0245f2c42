import type { InboundFile, TextEvent } from '@gateway/platform-kit';
import { refusalOfSender, voterAbout } from '../answers/check-voter.js';
import { waitingVote } from '../answers/reason.js';
import { submit } from '../answers/submit.js';
import { isDecider, type Voter } from '../answers/voter.js';
import type { DraftRow, PromptRow } from '../ports/rows.js';
import { argumentLines } from '../questions/action/action-text.js';
import { readEdits } from '../questions/action/args.js';
import { asksReason } from '../questions/choices.js';
import { visibleState } from '../questions/prompt-state.js';
import { DRAFT_MESSAGE } from '../questions/replies/draft-reply.js';
import { meaningOf, readText, whyNoText, type Choice, type Meaning } from '../questions/replies/meaning.js';
import { saysShowAll } from '../questions/texts/approvals.js';
import { onlyByButton, saysGrant } from '../questions/texts/grants.js';
import * as texts from '../questions/texts/decisions.js';
import { closedNotice, emptyReply } from '../questions/texts/notices.js';
import { newNonce } from '../questions/tokens.js';
import { unformatted } from '../text/unformatted.js';
import { addReason } from './answer-request.js';
import { keyOf, type Arrival, type InboundDeps } from './arrival.js';
import { askForMore, wasCut } from './ask-for-more.js';
import { askToUse } from './ask-person.js';
import { isQuestion, type Place } from './place.js';
import { duplicate, notCounted, refused, type Result } from './result.js';
import { showWhole } from './show-whole.js';
import { asksToStop, stopInChat } from './stop-grant.js';
import { asksToTake, takeInChat } from './take.js';
import { asksToTakeBack, takeBackInChat } from './take-back.js';

/** A text of somebody who may answer the prompt. */
interface TextOfVoter {
  readonly arrival: Arrival<TextEvent>;
  readonly prompt: PromptRow;
  readonly place: Place;
  readonly voter: Voter;
  /** What was sent with it, where the answer can have files. */
  readonly files: readonly InboundFile[];
  /** What this person was asked for; null: nothing. */
  readonly draft: DraftRow | null;
}

/** A text about a prompt: an answer, words for a decision, changed arguments, or what becomes of them. */
export async function answerByText(
  deps: InboundDeps,
  arrival: Arrival<TextEvent>,
  prompt: PromptRow,
  place: Place,
  text: string,
): Promise<Result> {
  const { capabilities } = arrival.account.platform;
  const { channelId } = place;
  const voter = await voterAbout(deps, prompt, channelId, arrival);
  const isChoice = prompt.terms !== null && readText(prompt, text, capabilities).kind === 'choice';
  if (!isChoice && asksForWhole(prompt, text)) return await showWhole(deps, arrival, prompt, place);
  if (!isChoice && asksToTakeBack(prompt, text)) return await takeBackInChat(deps, arrival, prompt, voter);
  if (!isChoice && asksToStop(prompt, text)) return await stopInChat(deps, arrival, prompt, channelId, voter);
  if (visibleState(prompt, deps.clock.now()) !== 'pending')
    return !isChoice && (await isAskedForReason(deps, prompt, voter))
      ? await reasonOrNothing(deps, arrival, prompt, voter, text)
      : refused(closedNotice(prompt), prompt);
  const refusal = await refusalOfSender(deps, prompt, channelId, voter, arrival);
  if (refusal !== null) return refused(refusal, prompt, { refused: voter });
  if (!isChoice && asksToTake(prompt, text)) return await takeInChat(deps, arrival, prompt, voter);
  if (!isChoice && saysGrant(prompt, text)) return refused(onlyByButton, prompt);
  const files = prompt.allowAttachments ? (arrival.event.files ?? []) : [];
  if (text === '' && files.length === 0)
    return refused(whyNoText(prompt, capabilities) ?? emptyReply(prompt.num), prompt);
  if (!isChoice && (await waitingVote(deps, prompt, voter)) !== null)
    return await addReason(deps, arrival, prompt, voter, text);

  const { organizationId, num, terms } = prompt;
  const draft = terms?.decisions ? await deps.store.votes.draft(organizationId, num, voter.key) : null;
  const given = { arrival, prompt, place, voter, files, draft };
  const meaning = text === '' ? filesAlone : meaningOf(prompt, text, capabilities, draft);
  if (meaning.kind === 'choice') return await choose(deps, given, meaning.choice);
  if (meaning.kind === 'edits') return await proposeEdits(deps, given, meaning.text);
  if (meaning.kind === 'draft') return await endDraft(deps, given, meaning.end);
  if (meaning.kind === 'request') return await askForMore(deps, arrival, prompt, voter, meaning.decision);
  return refused(meaning.notice, prompt);
}

/** Files without a text. */
const filesAlone: Meaning = { kind: 'choice', choice: { type: 'text', value: '' } };

/** Whether a text asks for what the question has shortened. */
const asksForWhole = ({ terms }: PromptRow, text: string) => terms?.action != null && saysShowAll(text);

/** Whether the reason of this person is waited for, after the prompt was closed. */
async function isAskedForReason(deps: InboundDeps, prompt: PromptRow, voter: Voter): Promise<boolean> {
  const { terms } = prompt;
  if (terms === null) return false;
  const decides = isDecider(prompt, voter) && asksReason(terms, prompt.answer ?? '');
  return decides || (await waitingVote(deps, prompt, voter)) !== null;
}

async function reasonOrNothing(
  deps: InboundDeps,
  arrival: Arrival<TextEvent>,
  prompt: PromptRow,
  voter: Voter,
  words: string,
): Promise<Result> {
  return words === '' ? refused(emptyReply(prompt.num), prompt) : await addReason(deps, arrival, prompt, voter, words);
}

async function choose(
  deps: InboundDeps,
  { arrival, prompt, place, voter, files }: TextOfVoter,
  choice: Choice,
): Promise<Result> {
  const { event } = arrival;
  const received = await deps.receivedFiles.receive(prompt, files);
  if ('problem' in received) return refused(received.problem, prompt);
  const submitted = await submit(deps, prompt, voter, choice, {
    ...place,
    by: event.sender,
    event: keyOf(arrival),
    confirmTo: event.messageId,
    confirmTarget: event.targets[0],
    confirmThread: event.thread,
    files: received.files,
  });
  if (submitted.result !== 'answered') await deps.receivedFiles.discard(received.files);
  const notTaken = notCounted(submitted);
  if (notTaken) return notTaken;
  const { prompt: now } = submitted;
  const answered = (notice: string | null): Result => ({ result: 'answered', notice, prompt: now });
  if (submitted.asksReason) return answered(texts.askForReason(now, choice.value));
  // A note in the chat says the same.
  const untold = submitted.isNoted ? null : submitted.progress;
  return answered(untold === null ? null : texts.voteRecorded(untold));
}

/** Shows what was understood of changed arguments. They are the answer only after the same person presses Use these. */
async function proposeEdits(
  deps: InboundDeps,
  { arrival, prompt, voter, draft: earlier }: TextOfVoter,
  text: string,
): Promise<Result> {
  const edited = readEdits(prompt, earlier?.args ?? null, text);
  if ('problem' in edited) return refused(edited.problem, prompt);
  const draft = {
    organizationId: prompt.organizationId,
    promptNum: prompt.num,
    voter: voter.key,
    kind: 'edit',
    args: JSON.stringify(edited.args),
    nonce: newNonce(),
    messageRef: null,
    at: new Date(deps.clock.now()),
  } as const;
  const isNew = await deps.store.votes.putDraft(draft, keyOf(arrival));
  const isCut = !isNew && earlier !== null && earlier.args !== null && wasCut(deps, arrival, earlier);
  if (!isNew && !isCut) return duplicate;
  const shown = isCut ? earlier : draft;
  const confirm = texts.askToConfirm(prompt, argumentLines(edited.args), edited.changed);
  askToUse(deps, arrival, prompt, shown, unformatted(confirm, arrival.account.platform.capabilities.text));
  return { result: 'answered', notice: null, prompt };
}

/** Uses or discards the arguments that this person has changed before. */
async function endDraft(deps: InboundDeps, given: TextOfVoter, end: 'use' | 'discard'): Promise<Result> {
  const { arrival, prompt, voter, draft } = given;
  const { replyTo } = arrival.event;
  const shown = draft?.messageRef?.[DRAFT_MESSAGE];
  // A native reply to an earlier version of the arguments must not use the latest one.
  const isOutdated = replyTo !== null && replyTo !== shown && !(await isQuestion(deps, prompt, replyTo));
  if (!draft || isOutdated) return refused(texts.draftGone, prompt);
  if (end === 'use') return await choose(deps, given, { type: 'decision', value: 'edit', args: draft.args });
  await deps.store.votes.removeDraft(prompt.organizationId, prompt.num, voter.key);
  return refused(texts.editsDiscarded(prompt), prompt);
}
