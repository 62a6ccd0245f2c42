import type { PromptRow } from '../rows.js';
import { answerHint, layOut, questionLimit, type LayoutLimits } from './layout.js';
import { outcomeLine } from './chat-texts.js';

/** The question's last message with its outcome below; null when there is no room for it, and the outcome must be posted apart. */
export function closedText(prompt: PromptRow, limits: LayoutLimits): string | null {
  const text = `${lastText(prompt, limits)}\n\n${outcomeLine(prompt)}`;
  return text.length <= questionLimit(limits) ? text : null;
}

/** The text of the message that carried the buttons, without the line on how to answer. */
export function lastText(prompt: PromptRow, limits: LayoutLimits): string {
  const text = layOut(prompt, limits).texts.at(-1) ?? prompt.text;
  const hint = answerHint(prompt);
  return hint !== null && text.endsWith(hint) ? text.slice(0, -hint.length).trimEnd() || text : text;
}
