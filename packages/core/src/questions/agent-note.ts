import { formatPromptId, shownText, type NewPromptNote } from '@gateway/contract';
import { markImitations } from './requester-text.js';

/** In front of each line of the agent. No line of the gateway begins with it. */
const mark = '> ';

/**
 * A note of the agent as the chat shows it: a line of the gateway that says whose words follow, then these, with a mark in front of
 * each line. Spaces are not repeated, so that a long line does not break where the agent wants it to.
 */
export function agentNoteText(num: number, { kind, text, url }: NewPromptNote): string {
  const words = markImitations(shownText(text))
    .split(/\r?\n/)
    .map((line) => line.replaceAll(/[\p{Zs}\t]+/gu, ' ').trim())
    .filter((line) => line !== '');
  const lines = [...words, ...(url === null ? [] : [new URL(url).href])];
  return [`The agent says about ${formatPromptId(num)} (${kind}):`, ...lines.map((line) => mark + line)].join('\n');
}
