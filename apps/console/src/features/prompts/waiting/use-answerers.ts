import type { PromptAnswerers, PromptRecord } from '@gateway/contract';
import { useQuery } from '@tanstack/react-query';
import { answerersQuery } from '../queries.js';

/** Who may still answer a prompt, or give the reason of its decision. Undefined: not loaded, or of no interest. */
export function useAnswerers(prompt: PromptRecord): PromptAnswerers | undefined {
  const { state, decision, ask_reason: asks = 'never' } = prompt;
  const lacksReason = decision?.reason === null && asks !== 'never';
  const enabled = state === 'pending' || lacksReason;
  const { data } = useQuery({ ...answerersQuery(prompt.prompt_num), enabled });
  return enabled ? data : undefined;
}
