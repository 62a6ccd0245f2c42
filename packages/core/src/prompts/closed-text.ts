import type { PromptRow } from '../rows.js';
import { layOut, questionLimit, replyHint, type LayoutLimits } from './layout.js';
import { outcomeLine } from './words.js';

/** The question's last message with its outcome below; null when there is no room for it, and the outcome must be posted apart. */
export function closedText(prompt: PromptRow, limits: LayoutLimits): string | null {
  const text = `${lastText(prompt, limits)}\n\n${outcomeLine(prompt)}`;
  return text.length <= questionLimit(limits) ? text : null;
}

/** The text of the message that carried the buttons, without the invitation to reply. */
export function lastText(prompt: PromptRow, limits: LayoutLimits): string {
  const text = layOut(prompt, limits).texts.at(-1) ?? prompt.text;
  return text.endsWith(replyHint(prompt)) ? text.slice(0, -replyHint(prompt).length).trimEnd() || text : text;
}
