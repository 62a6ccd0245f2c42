import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changedWithAnswerers, showWarnings, type Changed } from '../../lib/show-warnings.js';

/** A change of a policy. Afterwards the list is read again. A channel that refuses every prompt since is named. */
export function usePolicyChange(change: () => Promise<Changed>, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (changed) => {
      showWarnings(changed);
      await Promise.all(
        ['policies', 'audit', ...changedWithAnswerers].map((resource) =>
          client.invalidateQueries({ queryKey: [resource] }),
        ),
      );
      onDone();
    },
  });
}
