import type { DialogEvent, Outcome, PressEvent } from '@gateway/platform-kit';
import { safeEqual } from '@gateway/platform-kit';
import {
  duplicate,
  ignored,
  postedHere,
  recordRefusedEvent,
  withinArrival,
  type Arrival,
  type InboundDeps,
} from '../inbound/arrival.js';
import { acceptedNotice, closedNotice, unknownButton } from '../prompts/chat-texts.js';
import { closedText } from '../prompts/closed-text.js';
import { visibleState } from '../prompts/prompt-state.js';
import type { DraftRow, PromptRow } from '../rows.js';
import { closeDraft } from './ask-person.js';
import { readEdits } from './args.js';
import { DIALOG_FIELD, refuseVoter } from './press.js';
import { refusalOfVoter, voterAbout } from './check-voter.js';
import { giveReason } from './reason.js';
import type { RequestToken } from './request-token.js';
import { submit, type Choice } from './submit.js';
import * as texts from './texts.js';
import type { Voter } from './voter.js';

type Asked = Arrival<PressEvent | DialogEvent>;

/** A press on Use these or Discard, or the submission of a dialog: only the person who was asked can give it. */
export async function answerRequest(deps: InboundDeps, arrival: Asked, token: RequestToken): Promise<Outcome> {
  const prompt = await deps.store.prompts.get(arrival.account.id.organizationId, token.num);
  return await withinArrival(deps, arrival, prompt, () => answerAbout(deps, arrival, prompt, token));
}

async function answerAbout(
  deps: InboundDeps,
  arrival: Asked,
  prompt: PromptRow | null,
  token: RequestToken,
): Promise<Outcome> {
  const { event, account } = arrival;
  const refused = async (notice: string): Promise<Outcome> =>
    (await recordRefusedEvent(deps, arrival, prompt)) ? { result: 'refused', notice, closedText: null } : duplicate;
  const place = prompt && (await postedHere(deps, arrival, prompt));
  if (!prompt || !place) return await refused(unknownButton);
  const { channelId } = place;
  const voter = await voterAbout(deps, prompt, channelId, arrival);
  const key = { account: account.id.account, eventId: event.id };
  const text = event.kind === 'dialog' ? (event.values[DIALOG_FIELD] ?? '').trim() : '';
  if (event.kind === 'dialog' && !safeEqual(token.nonce, prompt.nonce)) return await refused(unknownButton);

  if (token.kind === 'reason') {
    if (text === '') return ignored;
    const { outcome, prompt: now } = await giveReason(deps, prompt, voter, text, key);
    if (outcome === 'duplicate') return duplicate;
    const notice = outcome === 'recorded' ? texts.reasonRecorded(prompt) : texts.decisionStands(now ?? prompt);
    return { result: outcome === 'recorded' ? 'answered' : 'refused', notice, closedText: null };
  }
  if (visibleState(prompt, deps.clock.now()) !== 'pending') return await refused(closedNotice(prompt));
  const refusal = await refusalOfVoter(deps, prompt, channelId, voter, event.visibility);
  if (refusal !== null) return await refuseVoter(deps, arrival, prompt, voter, refusal);

  const asked = await choiceOf(deps, prompt, voter, token, text);
  if ('refused' in asked) return await refused(asked.refused);
  const close = (draft: DraftRow | undefined, text: string) => {
    if (draft && event.kind === 'press') closeDraft(deps, { ...arrival, event }, prompt, draft, text);
  };
  if ('discarded' in asked) {
    const text = texts.editsDiscarded(prompt);
    close(asked.discarded, text);
    return await refused(text);
  }
  if ('errors' in asked)
    return { result: 'refused', notice: asked.errors, closedText: null, errors: { [DIALOG_FIELD]: asked.errors } };
  const submitted = await submit(deps, prompt, voter, asked, {
    channelId,
    by: event.sender,
    event: key,
    confirmTo: null,
  });
  const { result, prompt: now } = submitted;
  if (result === 'duplicate') return duplicate;
  close(asked.draft, result === 'closed' ? closedNotice(now) : acceptedNotice(now));
  const limits = account.platform.capabilities;
  // The message with the pressed button is not the question's own: it must keep its text.
  const ownText = event.kind === 'dialog' ? closedText(now, limits) : null;
  return result === 'closed'
    ? { result: 'refused', notice: closedNotice(now), closedText: null }
    : { result: 'answered', notice: acceptedNotice(now), closedText: ownText };
}

type Found =
  | (Choice & { readonly draft?: DraftRow })
  | { readonly discarded: DraftRow }
  | { readonly refused: string }
  | { readonly errors: string };

async function choiceOf(
  { store }: InboundDeps,
  prompt: PromptRow,
  voter: Voter,
  { kind, nonce }: RequestToken,
  text: string,
): Promise<Found> {
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
