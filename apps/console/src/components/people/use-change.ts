import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changedWithAnswerers, showWarnings, type Changed } from '../../lib/show-warnings.js';

/**
 * A change of a person or group. Afterwards both lists are read again, because each names entries of the other, and so
 * is who may answer prompts. A channel that refuses every prompt since is named.
 */
export function useChange(change: () => Promise<Changed>, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (changed) => {
      showWarnings(changed);
      await Promise.all(
        ['people', 'groups', 'audit', 'prompts', 'answerers', ...changedWithAnswerers].map((resource) =>
          client.invalidateQueries({ queryKey: [resource] }),
        ),
      );
      onDone();
    },
  });
}
