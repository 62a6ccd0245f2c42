import { formatPromptId, type NewPromptNote } from '@gateway/contract';
import { agentLines } from './agent-words.js';

/** A note of the agent as the chat shows it: a line of the gateway that says whose words follow, then these. */
export function agentNoteText(num: number, { kind, text, url }: NewPromptNote): string {
  const lines = [...agentLines(text), ...(url === null ? [] : agentLines(new URL(url).href))];
  return [`The agent says about ${formatPromptId(num)} (${kind}):`, ...lines].join('\n');
}
