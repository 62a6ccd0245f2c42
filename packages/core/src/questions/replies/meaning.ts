import type { ChoiceCapabilities } from '@gateway/platform-kit';
import type { DraftRow } from '../../ports/decision-rows.js';
import type { AnswerType, PromptRow } from '../../ports/rows.js';
import { choiceAt, choiceLabels } from '../choices.js';
import { buttonsOnly, noOptions } from '../texts/notices.js';
import { notUnderstood, wordsNotTaken } from '../texts/replies.js';
import { draftReply } from './draft-reply.js';
import { readsReplies } from './markers.js';
import { readLabel, readReply, type ReadReply } from './read-reply.js';
import { typedAnswer } from './typed-answer.js';

/** What somebody chose. */
export interface Choice {
  readonly type: AnswerType;
  /** A decision, the label of an option, or a text. */
  readonly value: string;
  readonly reason?: string | null;
  /** The arguments after an edit, as JSON text. */
  readonly args?: string | null;
  /** The response. */
  readonly text?: string | null;
  /** For how many seconds the next ones are approved, too; absent: only this one. Only a press or the console gives it. */
  readonly grantSec?: number;
}

/** What a text about an open question means. */
export type Meaning =
  | { readonly kind: 'choice'; readonly choice: Choice }
  /** Changed arguments. */
  | { readonly kind: 'edits'; readonly text: string }
  /** The person is to be asked for changed arguments, or for a response. */
  | { readonly kind: 'request'; readonly decision: 'edit' | 'respond' }
  /** What becomes of the arguments that this person has changed before. */
  | { readonly kind: 'draft'; readonly end: 'use' | 'discard' }
  /** It is no answer: what the person is told. */
  | { readonly kind: 'refused'; readonly notice: string };

type Chosen = Extract<ReadReply, { kind: 'choice' }>;

/** What a text means for a question. `draft`: what this person was asked for; null: nothing. */
export function meaningOf(
  prompt: PromptRow,
  text: string,
  capabilities: ChoiceCapabilities,
  draft: DraftRow | null,
): Meaning {
  const byReplies = readsReplies(capabilities);
  const read = readText(prompt, text, capabilities);
  const end = byReplies && draft?.args ? draftReply(text) : null;
  if (end) return { kind: 'draft', end };
  // Whom Respond asked for a text may write the words of a label, too.
  if (read.kind === 'choice' && (byReplies || draft?.kind !== 'respond')) return meaningOfChoice(prompt, read);
  if (read.kind === 'unknown' || read.kind === 'ambiguous') return refused(notUnderstood(prompt, read, capabilities));
  const { decisions = null } = prompt.terms ?? {};
  if (decisions?.includes('edit') && (draft?.kind === 'edit' || !decisions.includes('respond')))
    return { kind: 'edits', text };
  if (decisions?.includes('respond')) return chosen({ type: 'decision', value: 'respond', text });
  if (decisions === null && prompt.allowText)
    return chosen(byReplies ? { type: 'text', value: text } : typedAnswer(prompt, text));
  return refused(whyNoText(prompt, capabilities) ?? notUnderstood(prompt, { kind: 'text' }, capabilities));
}

/** The choice that a text names, or why it names none. Where there are buttons, only the label of a decision is a choice. */
export function readText(prompt: PromptRow, text: string, capabilities: ChoiceCapabilities): ReadReply {
  return readsReplies(capabilities) ? readReply(prompt, text) : (readLabel(prompt, text) ?? { kind: 'text' });
}

/** Why a text that chooses nothing cannot answer a question; null: it can, or it can name a choice. */
export function whyNoText(prompt: PromptRow, capabilities: ChoiceCapabilities): string | null {
  if (prompt.allowText || prompt.terms?.decisions?.some((value) => value === 'edit' || value === 'respond'))
    return null;
  if (choiceLabels(prompt).length === 0) return noOptions(prompt.num);
  return readsReplies(capabilities) ? null : buttonsOnly(prompt.num);
}

function meaningOfChoice(prompt: PromptRow, read: Chosen): Meaning {
  const { place, words } = read;
  const decision = prompt.terms?.decisions?.[place];
  if (decision === undefined) return meaningOfOption(prompt, read);
  if (decision === 'approve' || decision === 'reject')
    return chosen({ type: 'decision', value: decision, reason: words });
  if (words === null) return { kind: 'request', decision };
  return decision === 'edit'
    ? { kind: 'edits', text: words }
    : chosen({ type: 'decision', value: decision, text: words });
}

/**
 * An option has no place for words, but a vote has. Where the prompt takes an answer in the person's own words, the choice and the words
 * are such an answer; the label replaces a number, because the agent does not know the numbers.
 */
function meaningOfOption(prompt: PromptRow, { place, words }: Chosen): Meaning {
  const value = choiceAt(prompt, place);
  if (words === null) return chosen({ type: 'option', value });
  if (prompt.allowText) return chosen({ type: 'text', value: `${choiceLabels(prompt)[place] ?? ''} because ${words}` });
  return prompt.terms?.policy ? chosen({ type: 'option', value, reason: words }) : refused(wordsNotTaken(prompt));
}

const chosen = (choice: Choice): Meaning => ({ kind: 'choice', choice });
const refused = (notice: string): Meaning => ({ kind: 'refused', notice });
