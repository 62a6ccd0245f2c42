import { characterCount, withoutUser } from '@gateway/contract';
import type { Button, Capabilities } from '@gateway/platform-kit';
import { buttonToken } from './button-token.js';

/** What a layout needs to know of a prompt. */
export interface Layoutable {
  readonly num: number;
  readonly text: string;
  readonly options: readonly string[];
  readonly allowText: boolean;
  readonly mediaUrl: string | null;
  readonly nonce: string;
}

export interface Layout {
  readonly texts: readonly [string, ...string[]];
  readonly buttons: readonly Button[];
}

export type LayoutLimits = Pick<Capabilities, 'buttons' | 'text' | 'media'>;

/**
 * Lays a question out to a platform's limits: nothing is ever cut off. An attachment that the platform cannot fetch becomes a link,
 * without the password that may stand in it: the whole chat reads it. Labels that a button cannot show in full are listed in
 * the text and the buttons carry their numbers; a long text becomes several messages, the last one with the buttons.
 */
export function layOut(prompt: Layoutable, limits: LayoutLimits): Layout {
  const { labelLength, labelUnit } = limits.buttons;
  const lengthOf = (label: string) => (labelUnit === 'utf16' ? label.length : characterCount(label));
  const numbered = prompt.options.some((label) => lengthOf(label) > labelLength);
  const paragraphs = [prompt.text];
  if (prompt.mediaUrl !== null && !limits.media.url) paragraphs.push(withoutUser(prompt.mediaUrl));
  if (numbered) paragraphs.push(prompt.options.map((label, index) => `${index + 1}. ${label}`).join('\n'));
  const hint = answerHint(prompt);
  if (hint !== null) paragraphs.push(hint);
  return {
    texts: splitForQuestion(paragraphs.join('\n\n'), limits),
    buttons: prompt.options.map((label, index) => ({
      label: numbered ? String(index + 1) : label,
      token: buttonToken(prompt.num, index, prompt.nonce),
    })),
  };
}

/** What stands below the question: how to answer by text, or that it takes no answer; null where the buttons say it all. */
export function answerHint(prompt: Pick<Layoutable, 'num' | 'options' | 'allowText'>): string | null {
  if (prompt.allowText) return `Reply to this message, or write: ID:#${prompt.num} your answer`;
  return isAnswerable(prompt) ? null : 'For information: this takes no answer.';
}

/** Whether a prompt gives people a way to answer it. */
export function isAnswerable({ options, allowText }: Pick<Layoutable, 'options' | 'allowText'>): boolean {
  return allowText || options.length > 0;
}

/** The most UTF-16 units that the message with the buttons may hold. */
export function questionLimit(limits: LayoutLimits): number {
  return Math.min(limits.text.question ?? limits.text.max, limits.text.max);
}

/** Splits a text into messages of at most `max` UTF-16 units, at a line end or space where there is one near. */
export function splitText(text: string, max: number): [string, ...string[]] {
  if (text.length <= max) return [text];
  const end = breakBefore(text, max);
  const rest = text.slice(end).trimStart();
  const first = text.slice(0, end).trimEnd();
  return rest === '' ? [first] : [first, ...splitText(rest, max)];
}

function splitForQuestion(text: string, limits: LayoutLimits): [string, ...string[]] {
  const [first, ...others] = splitText(text, limits.text.max);
  const last = others.pop();
  return last === undefined
    ? splitText(first, questionLimit(limits))
    : [first, ...others, ...splitText(last, questionLimit(limits))];
}

function breakBefore(text: string, max: number): number {
  const near = Math.floor(max * 0.7);
  for (const mark of ['\n', ' ']) {
    const at = text.lastIndexOf(mark, max - 1);
    if (at >= near) return at + 1;
  }
  const code = text.charCodeAt(max - 1);
  const splitsPair = code >= 0xd800 && code <= 0xdbff;
  return splitsPair ? max - 1 : max;
}
