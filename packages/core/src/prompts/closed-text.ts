import type { PromptRow } from '../rows.js';
import { answerHint, layOut, questionLimit, type LayoutLimits } from './layout.js';
import { outcomeLine } from './chat-texts.js';

/** The prompt's last message with the outcome below it; null: it would be too long, so the outcome needs a separate message. */
export function closedText(prompt: PromptRow, limits: LayoutLimits): string | null {
  const text = `${lastText(prompt, limits)}\n\n${outcomeLine(prompt)}`;
  return text.length <= questionLimit(limits) ? text : null;
}

/** The text of the message with the buttons, without the line on how to answer. */
export function lastText(prompt: PromptRow, limits: LayoutLimits): string {
  const text = layOut(prompt, limits).texts.at(-1) ?? prompt.text;
  const hint = answerHint(prompt, limits);
  return hint !== null && text.endsWith(hint) ? text.slice(0, -hint.length).trimEnd() || text : text;
}
