import { characterCount, withoutUser } from '@gateway/contract';
import type { Button, Capabilities } from '@gateway/platform-kit';
import { splitText } from '../text/split.js';
import { actionText } from '../decisions/action-text.js';
import { choiceAt, choiceLabels, opensDialog } from '../decisions/choices.js';
import type { PromptTerms } from '../rows.js';
import { buttonToken } from './button-token.js';

/** The parts of a prompt that its layout depends on. */
export interface LayoutInput {
  readonly num: number;
  readonly text: string;
  readonly options: readonly string[];
  readonly allowText: boolean;
  readonly mediaUrl: string | null;
  readonly nonce: string;
  readonly terms: PromptTerms | null;
}

export interface Layout {
  readonly texts: readonly [string, ...string[]];
  readonly buttons: readonly Button[];
}

export type LayoutLimits = Pick<Capabilities, 'buttons' | 'text' | 'media'>;

/**
 * Lays a prompt out within a platform's limits without truncating anything. An attachment that the platform cannot fetch becomes a
 * link without its password, because the whole chat reads it. Labels that are too long for a button are listed in the text, and
 * the buttons show their numbers. A long text becomes several messages, the last one with the buttons.
 */
export function layOut(prompt: LayoutInput, limits: LayoutLimits): Layout {
  const { labelLength, labelUnit } = limits.buttons;
  const lengthOf = (label: string) => (labelUnit === 'utf16' ? label.length : characterCount(label));
  const labels = choiceLabels(prompt);
  const numbered = labels.some((label) => lengthOf(label) > labelLength);
  const paragraphs = [prompt.text];
  if (prompt.terms?.action) paragraphs.push(actionText(prompt.terms.action));
  if (prompt.mediaUrl !== null && !limits.media.url) paragraphs.push(withoutUser(prompt.mediaUrl));
  if (numbered) paragraphs.push(labels.map((label, index) => `${index + 1}. ${label}`).join('\n'));
  const hint = answerHint(prompt);
  if (hint !== null) paragraphs.push(hint);
  return {
    texts: splitForQuestion(paragraphs.join('\n\n'), limits),
    buttons: labels.map((label, index) => {
      const button = {
        label: numbered ? String(index + 1) : label,
        token: buttonToken(prompt.num, index, prompt.nonce),
      };
      return opensDialog(prompt.terms, choiceAt(prompt, index)) ? Object.assign(button, { opensDialog: true }) : button;
    }),
  };
}

/** The line below the question: how to answer by text, or that it takes no answer; null: the buttons are enough. */
export function answerHint(prompt: Pick<LayoutInput, 'num' | 'options' | 'allowText' | 'terms'>): string | null {
  if (prompt.allowText || prompt.terms?.decisions?.includes('respond'))
    return `Reply to this message, or write: ID:#${prompt.num} your answer`;
  return isAnswerable(prompt) ? null : 'For information: this takes no answer.';
}

/** Whether people can answer a prompt. */
export function isAnswerable({
  options,
  allowText,
  terms,
}: Pick<LayoutInput, 'options' | 'allowText' | 'terms'>): boolean {
  return allowText || choiceLabels({ options, terms }).length > 0;
}

/** The maximum length of the message with the buttons, in UTF-16 units. */
export function questionLimit(limits: LayoutLimits): number {
  return Math.min(limits.text.question ?? limits.text.max, limits.text.max);
}

function splitForQuestion(text: string, limits: LayoutLimits): [string, ...string[]] {
  const [first, ...others] = splitText(text, limits.text.max);
  const last = others.pop();
  return last === undefined
    ? splitText(first, questionLimit(limits))
    : [first, ...others, ...splitText(last, questionLimit(limits))];
}
