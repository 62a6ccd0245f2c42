import type { Capabilities } from '@gateway/platform-kit';
import type { PromptRow } from '../rows.js';
import { layOut, questionLimit } from './layout.js';
import { outcomeLine } from './words.js';

/** The question's last message with its outcome below; null when there is no room for it, and the outcome must be posted apart. */
export function closedText(prompt: PromptRow, limits: Pick<Capabilities, 'buttons' | 'text'>): string | null {
  const text = `${lastText(prompt, limits)}\n\n${outcomeLine(prompt)}`;
  return text.length <= questionLimit(limits) ? text : null;
}

/** The text of the message that carries the buttons. */
export function lastText(prompt: PromptRow, limits: Pick<Capabilities, 'buttons' | 'text'>): string {
  return layOut(prompt, limits).texts.at(-1) ?? prompt.text;
}
