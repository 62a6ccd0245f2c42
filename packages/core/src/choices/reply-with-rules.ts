import type { PressEvent, TextEvent } from '@gateway/platform-kit';
import { askForMore } from '../decisions/press.js';
import type { Choice } from '../decisions/submit.js';
import * as texts from '../decisions/texts.js';
import type { Voter } from '../decisions/voter.js';
import type { Arrival, InboundDeps } from '../inbound/arrival.js';
import { handled, refuse, type Handled } from '../inbound/handled.js';
import type { DraftRow, PromptRow } from '../rows.js';
import { optionOf } from './answer-of-reply.js';
import { notUnderstood } from './chat-texts.js';
import { DRAFT_MESSAGE, draftReply } from './draft-reply.js';
import { isQuestion } from './question-message.js';
import type { ReadReply } from './read-reply.js';

/** A text of somebody who may answer the prompt. */
export interface TextOfVoter {
  readonly arrival: Arrival<TextEvent>;
  readonly prompt: PromptRow;
  /** The channel of the chat. */
  readonly channelId: string;
  readonly voter: Voter;
}

/** What a reply means for a prompt with rules. */
export type ByReply =
  | { readonly handled: Handled }
  | { readonly choice: Choice }
  /** Changed arguments. */
  | { readonly edits: string }
  /** It is no choice: the rules for texts apply. */
  | { readonly text: true };

/** Reads a reply as a choice of a prompt with rules, or as what becomes of changed arguments. */
export async function replyWithRules(
  deps: InboundDeps,
  given: TextOfVoter & { readonly draft: DraftRow | null },
  text: string,
  read: ReadReply,
): Promise<ByReply> {
  const { arrival, prompt, voter, draft } = given;
  const said = draft?.args ? draftReply(text) : null;
  if (draft && said) return await endDraft(deps, given, draft, said);
  if (read.kind === 'text') return { text: true };
  if (read.kind !== 'choice') {
    const told = notUnderstood(prompt, read, arrival.account.platform.capabilities);
    return { handled: await refuse(deps, arrival, told, prompt) };
  }
  const { place, words } = read;
  const decision = prompt.terms?.decisions?.[place];
  if (decision === undefined) {
    // The votes of a policy have a place for words, other answers do not.
    if (words !== null && prompt.terms?.policy && !prompt.allowText)
      return { choice: { type: 'option', value: prompt.options[place] ?? '', reason: words } };
    const option = optionOf(prompt, read);
    return 'refused' in option ? { handled: await refuse(deps, arrival, option.refused, prompt) } : { choice: option };
  }
  if (decision === 'edit' && words !== null) return { edits: words };
  if (decision === 'respond' && words !== null) return { choice: { type: 'decision', value: decision, text: words } };
  if (decision === 'approve' || decision === 'reject')
    return { choice: { type: 'decision', value: decision, reason: words } };
  const press: PressEvent = { ...arrival.event, kind: 'press', token: '' };
  const { result } = await askForMore(deps, { ...arrival, event: press }, prompt, voter, decision);
  return { handled: handled(result, null, prompt) };
}

async function endDraft(
  deps: InboundDeps,
  { arrival, prompt, voter }: TextOfVoter,
  draft: DraftRow,
  said: 'use' | 'discard',
): Promise<ByReply> {
  const { replyTo } = arrival.event;
  const shown = draft.messageRef?.[DRAFT_MESSAGE];
  // A native reply to an earlier version of the arguments must not use the latest one.
  if (replyTo !== null && replyTo !== shown && !(await isQuestion(deps, prompt, replyTo)))
    return { handled: await refuse(deps, arrival, texts.draftGone, prompt) };
  if (said === 'use') return { choice: { type: 'decision', value: 'edit', args: draft.args } };
  const { organizationId, num } = prompt;
  await deps.store.votes.removeDraft(organizationId, num, voter.key);
  return { handled: await refuse(deps, arrival, texts.editsDiscarded(prompt), prompt) };
}
