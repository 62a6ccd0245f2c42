import type { ChoiceCapabilities } from '@gateway/platform-kit';
import { choiceAt, choiceLabels } from '../decisions/choices.js';
import type { PromptRow } from '../rows.js';
import { notUnderstood, wordsNotTaken } from './chat-texts.js';
import { readReply, type ReadReply } from './read-reply.js';

export type GivenByReply =
  | { readonly type: 'option' | 'text'; readonly value: string }
  /** What the person is told. */
  | { readonly refused: string };

/** The answer of a reply to a prompt with options, a text or both, on a platform without buttons. */
export function answerOfReply(prompt: PromptRow, text: string, capabilities: ChoiceCapabilities): GivenByReply {
  const read = readReply(prompt, text);
  if (read.kind === 'choice') return optionOf(prompt, read);
  if (prompt.allowText && read.kind === 'text') return { type: 'text', value: text };
  return { refused: notUnderstood(prompt, read, capabilities) };
}

/**
 * An option has no place for words. Where the prompt takes an answer in the person's own words, the choice and the words are such an
 * answer; the label replaces a number, because the agent does not know the numbers.
 */
export function optionOf(prompt: PromptRow, { place, words }: Extract<ReadReply, { kind: 'choice' }>): GivenByReply {
  if (words === null) return { type: 'option', value: choiceAt(prompt, place) };
  if (!prompt.allowText) return { refused: wordsNotTaken(prompt) };
  return { type: 'text', value: `${choiceLabels(prompt)[place] ?? ''} because ${words}` };
}
