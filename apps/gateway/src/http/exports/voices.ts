import type { PromptRecord } from '@gateway/contract';
import { actionText, agentLines } from '@gateway/core';

/** The columns that `withVoices` adds. */
export const voiceColumns = ['what_will_be_done', 'agent_says'] as const;

/**
 * A prompt with its two voices as a chat shows them, in visible form: what will be done, drawn from the action alone, and what the agent
 * says, with a mark before each line. Without an action there are none.
 */
export function withVoices(record: PromptRecord): object {
  const { text, action } = record;
  if (!action) return record;
  const { args, summary } = action;
  return {
    ...record,
    what_will_be_done: actionText({ ...action, args: args === null ? null : JSON.stringify(args) }, null, 'whole'),
    agent_says: [text, summary ?? ''].flatMap(agentLines).join('\n'),
  };
}
