import type { PromptRow } from '../ports/rows.js';
import { questionLimit } from '../text/split.js';
import { unformatted } from '../text/unformatted.js';
import { answerHint, layOut, type LayoutLimits } from './layout.js';
import { linkLine } from './links.js';
import { outcomeLine } from './texts/notices.js';

/** The prompt's last message with the outcome below it; null: it would be too long, so the outcome needs a separate message. */
export function closedText(prompt: PromptRow, limits: LayoutLimits): string | null {
  const question = lastText(prompt, limits);
  const text = `${question}\n\n${shownOutcome(prompt, limits, question)}`;
  const { length } = limits.text;
  return (length?.(text) ?? text.length) <= questionLimit(limits.text) ? text : null;
}

/** The line with the outcome; with an action, the label in it formats nothing. `question`: what stands above it in the same message. */
export function shownOutcome(prompt: PromptRow, { text }: Pick<LayoutLimits, 'text'>, question = ''): string {
  const outcome = outcomeLine(prompt);
  return prompt.terms?.action ? unformatted(outcome, text, question) : outcome;
}

/** The text of the message with the buttons, without the line on how to answer. The link stays: it leads to the record. */
export function lastText(prompt: PromptRow, limits: LayoutLimits): string {
  const text = layOut(prompt, limits).texts.at(-1) ?? prompt.text;
  const hint = answerHint(prompt, limits);
  if (hint === null) return text;
  const link = linkLine(prompt);
  const ending = link === null ? hint : `${hint}\n\n${link}`;
  if (!text.endsWith(ending)) return text;
  const kept = [text.slice(0, -ending.length).trimEnd(), link ?? ''].filter((part) => part !== '');
  return kept.join('\n\n') || text;
}
