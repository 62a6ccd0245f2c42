import { shownText } from '@gateway/contract';
import { markImitations } from './requester-text.js';

/** In front of each line of the agent. No line of the gateway begins with it. */
const agentMark = '> ';

/**
 * A text of the agent as lines with a mark, in visible form. Spaces and empty lines are not repeated, so that no line breaks where the
 * agent wants it to, and nothing is pushed out of sight.
 */
export function agentLines(text: string): string[] {
  const lines = markImitations(shownText(text))
    .split(/\r?\n/)
    .map((line) => line.replaceAll(/[\p{Zs}\t]+/gu, ' ').trim())
    .filter((line) => line !== '');
  return lines.map((line) => agentMark + line);
}
