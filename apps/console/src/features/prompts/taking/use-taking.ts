import type { PromptRecord } from '@gateway/contract';
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { promptQuery, refreshPrompts } from '../queries.js';

/** A change of who looks after a prompt. `onDone` is called when it is made. */
export function useTaking<Variables>(
  change: (variables: Variables) => Promise<PromptRecord>,
  onDone?: () => void,
): UseMutationResult<PromptRecord, Error, Variables> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (changed) => {
      client.setQueryData(promptQuery(changed.prompt_num).queryKey, changed);
      onDone?.();
    },
    // Also after an error: somebody may have answered.
    onSettled: () => refreshPrompts(client),
  });
}
