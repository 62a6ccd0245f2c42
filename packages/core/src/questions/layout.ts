import { withoutUser } from '@gateway/contract';
import type { Button, ChoiceCapabilities, CommonCapabilities } from '@gateway/platform-kit';
import { allowsText, howToAnswer } from './replies/how-to-answer.js';
import { choiceList, fitsLabels, readsReplies, showsChoices } from './replies/markers.js';
import { splitText } from '../text/split.js';
import { actionText } from './action-text.js';
import { choiceAt, choiceLabels, drawnLabels, opensDialog } from './choices.js';
import { markImitations, requesterLine } from './requester-text.js';
import type { PromptTerms } from '../ports/rows.js';
import { linkLine } from './links.js';
import { buttonToken } from './tokens.js';

/** The parts of a prompt that its layout depends on. */
export interface LayoutInput {
  readonly num: number;
  readonly text: string;
  readonly options: readonly string[];
  readonly allowText: boolean;
  readonly mediaUrl: string | null;
  readonly nonce: string;
  readonly terms: PromptTerms | null;
  readonly consoleUrl: string | null;
}

export interface Layout {
  readonly texts: readonly [string, ...string[]];
  readonly buttons: readonly Button[];
  readonly allowsText: boolean;
}

export type LayoutLimits = Pick<CommonCapabilities, 'text' | 'media'> & ChoiceCapabilities;

/**
 * Lays a prompt out within a platform's limits without truncating anything. For whom the agent acts stands below its question. An attachment that the platform cannot fetch becomes a
 * link without its password, because the whole chat reads it. Labels that are too long for a button are listed in the text, and
 * the buttons show their numbers. Where people reply with numbers, the text has the list and says how to answer. The link to the prompt, if
 * its channel wants it, is the last line. A long text becomes several messages, the last one with the buttons.
 */
export function layOut(prompt: LayoutInput, limits: LayoutLimits): Layout {
  const labels = drawnLabels(prompt);
  const isShown = showsChoices(limits, prompt);
  const isNumbered = isShown && !fitsLabels(limits, prompt);
  const paragraphs = [markImitations(prompt.text)];
  if (prompt.terms?.action) paragraphs.push(markImitations(actionText(prompt.terms.action)));
  if (prompt.terms?.requestedBy) paragraphs.push(requesterLine(prompt.terms.requestedBy));
  if (prompt.mediaUrl !== null && !limits.media.url) paragraphs.push(withoutUser(prompt.mediaUrl));
  if (readsReplies(limits) && labels.length > 0) paragraphs.push(choiceList(prompt));
  else if (isNumbered) paragraphs.push(labels.map((label, index) => `${index + 1}. ${label}`).join('\n'));
  const hint = answerHint(prompt, limits);
  if (hint !== null) paragraphs.push(hint);
  const link = linkLine(prompt);
  if (link !== null) paragraphs.push(link);
  const buttons = labels.map((label, index) => {
    const button = {
      label: isNumbered ? String(index + 1) : label,
      token: buttonToken(prompt.num, index, prompt.nonce),
    };
    return opensDialog(prompt.terms, choiceAt(prompt, index)) ? Object.assign(button, { opensDialog: true }) : button;
  });
  return {
    texts: splitForQuestion(paragraphs.join('\n\n'), limits),
    buttons: isShown ? buttons : [],
    allowsText: allowsText(prompt),
  };
}

/** The line below the question: how to answer it where the buttons are not enough, or that it takes no answer; null: they are enough. */
export function answerHint(
  prompt: Pick<LayoutInput, 'num' | 'options' | 'allowText' | 'terms'>,
  limits: LayoutLimits,
): string | null {
  if (!isAnswerable(prompt)) return 'For information: this takes no answer.';
  if (readsReplies(limits)) return howToAnswer(prompt, limits);
  return allowsText(prompt) ? `Reply to this message, or write: ID:#${prompt.num} your answer` : null;
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
