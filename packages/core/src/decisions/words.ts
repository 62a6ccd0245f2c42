import type { TextEvent } from '@gateway/platform-kit';
import { postedHere, type Arrival, type InboundDeps } from '../inbound/arrival.js';
import { handled, refuse, type Handled } from '../inbound/handled.js';
import { notUnderstood } from '../choices/chat-texts.js';
import { readsReplies } from '../choices/markers.js';
import { readLabel, readReply } from '../choices/read-reply.js';
import { replyWithRules, type TextOfVoter } from '../choices/reply-with-rules.js';
import { newNonce } from '../prompts/button-token.js';
import { buttonsOnly, closedNotice, emptyReply } from '../prompts/chat-texts.js';
import { visibleState } from '../prompts/prompt-state.js';
import { typedAnswer } from '../prompts/typed-answer.js';
import type { DraftRow, PromptRow } from '../rows.js';
import { argumentLines } from './action-text.js';
import { readEdits } from './args.js';
import { askToUse } from './ask-person.js';
import { asksReason } from './choices.js';
import { auditRefusal, refusalOfVoter, voterAbout } from './check-voter.js';
import { wasCut } from './press.js';
import { giveReason, waitingVote } from './reason.js';
import { submit, type Choice } from './submit.js';
import * as texts from './texts.js';
import { isDecider, type Voter } from './voter.js';

/** A text about a prompt that has rules: words for a decision, changed arguments, a response, or an answer. */
export async function textWithRules(
  deps: InboundDeps,
  arrival: Arrival<TextEvent>,
  prompt: PromptRow,
  text: string,
): Promise<Handled> {
  const { store, clock } = deps;
  const { account, event } = arrival;
  const { organizationId } = account.id;
  const { channelId } = (await postedHere(deps, arrival, prompt)) ?? prompt;
  const voter = await voterAbout(deps, prompt, channelId, arrival);
  const { capabilities } = account.platform;
  const byReplies = readsReplies(capabilities);
  const read = byReplies ? readReply(prompt, text) : readLabel(prompt, text);
  const isChoice = read?.kind === 'choice';
  if (visibleState(prompt, clock.now()) !== 'pending') {
    const { terms } = prompt;
    const isAsked =
      !isChoice &&
      terms !== null &&
      ((isDecider(prompt, voter) && asksReason(terms, prompt.answer ?? '')) ||
        (await waitingVote(deps, prompt, voter)) !== null);
    return isAsked
      ? await addReason(deps, arrival, prompt, voter, text)
      : await refuse(deps, arrival, closedNotice(prompt), prompt);
  }
  const refusal = await refusalOfVoter(deps, prompt, channelId, voter, event.visibility);
  if (refusal !== null) {
    const refused = await refuse(deps, arrival, refusal, prompt);
    if (refused.outcome.result === 'refused') await auditRefusal(deps, prompt, voter);
    return { ...refused, isPrivate: true };
  }
  if (text === '') return await refuse(deps, arrival, emptyReply(prompt.num), prompt);
  if (!isChoice && (await waitingVote(deps, prompt, voter)) !== null)
    return await addReason(deps, arrival, prompt, voter, text);

  const decisions = prompt.terms?.decisions ?? null;
  const draft = decisions ? await store.votes.draft(organizationId, prompt.num, voter.key) : null;
  const edits = (words: string) => proposeEdits(deps, { arrival, prompt, channelId, voter, draft }, words);
  // Whom Respond asked for a text may write the words of a label, too.
  if (read && (byReplies || draft?.kind !== 'respond')) {
    const given = { arrival, prompt, channelId, voter, draft: byReplies ? draft : null };
    const byReply = await replyWithRules(deps, given, text, read);
    if ('handled' in byReply) return byReply.handled;
    if ('choice' in byReply) return await choose(deps, { arrival, prompt, channelId, voter }, byReply.choice);
    if ('edits' in byReply) return await edits(byReply.edits);
  }
  if (decisions?.includes('edit') && (draft?.kind === 'edit' || !decisions.includes('respond')))
    return await edits(text);
  const choice = chosenBy(prompt, text);
  if (!choice) {
    const reply = read && read.kind !== 'choice' ? notUnderstood(prompt, read, capabilities) : buttonsOnly(prompt.num);
    return await refuse(deps, arrival, reply, prompt);
  }
  return await choose(deps, { arrival, prompt, channelId, voter }, choice);
}

async function choose(
  deps: InboundDeps,
  { arrival: { event, account }, prompt, channelId, voter }: TextOfVoter,
  choice: Choice,
): Promise<Handled> {
  const submitted = await submit(deps, prompt, voter, choice, {
    channelId,
    by: event.sender,
    event: { account: account.id.account, eventId: event.id },
    confirmTo: event.messageId,
    confirmTarget: event.targets[0],
    confirmThread: event.thread,
  });
  const { result, prompt: now } = submitted;
  if (result === 'duplicate') return handled('duplicate');
  if (result === 'closed') return handled('refused', closedNotice(now), now);
  if (submitted.asksReason) return handled('answered', texts.askForReason(now, choice.value), now);
  // A note in the chat says the same.
  const untold = submitted.isNoted ? null : submitted.progress;
  return handled('answered', untold === null ? null : texts.voteRecorded(untold), now);
}

/** What a text that is no label chooses; null: the prompt takes no text. */
function chosenBy(prompt: PromptRow, text: string): Choice | null {
  const { decisions } = prompt.terms ?? {};
  if (!decisions) return prompt.allowText ? typedAnswer(prompt.options, text) : null;
  return decisions.includes('respond') ? { type: 'decision', value: 'respond', text } : null;
}

async function addReason(
  deps: InboundDeps,
  arrival: Arrival<TextEvent>,
  prompt: PromptRow,
  voter: Voter,
  words: string,
): Promise<Handled> {
  const { event, account } = arrival;
  if (words === '') return await refuse(deps, arrival, emptyReply(prompt.num), prompt);
  const key = { account: account.id.account, eventId: event.id };
  const { outcome, prompt: now } = await giveReason(deps, prompt, voter, words, key);
  if (outcome === 'duplicate') return handled('duplicate');
  if (outcome === 'recorded') return handled('answered', texts.reasonRecorded(prompt), now ?? prompt);
  return handled('refused', texts.decisionStands(now ?? prompt), now ?? prompt);
}

/** Shows what was understood of changed arguments. They are the answer only after the same person presses Use these. */
async function proposeEdits(
  deps: InboundDeps,
  { arrival, prompt, voter, draft: earlier }: TextOfVoter & { readonly draft: DraftRow | null },
  text: string,
): Promise<Handled> {
  const edited = readEdits(prompt, earlier?.args ?? null, text);
  if ('problem' in edited) return await refuse(deps, arrival, edited.problem, prompt);
  const { account, event } = arrival;
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
  const isNew = await deps.store.votes.putDraft(draft, { account: account.id.account, eventId: event.id });
  const isCut = !isNew && earlier !== null && earlier.args !== null && wasCut(deps, arrival, earlier);
  if (!isNew && !isCut) return handled('duplicate');
  const shown = isCut ? earlier : draft;
  askToUse(deps, arrival, prompt, shown, texts.askToConfirm(prompt, argumentLines(edited.args), edited.changed));
  return handled('answered', null, prompt);
}
