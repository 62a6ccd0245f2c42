import { useMutation, useQueryClient } from '@tanstack/react-query';

/**
 * A change of a person or group. Afterwards both lists are read again, because each names entries of the other, and so
 * is who may answer prompts.
 */
export function useChange(change: () => Promise<unknown>, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      await Promise.all(
        ['people', 'groups', 'audit', 'prompts', 'answerers'].map((resource) =>
          client.invalidateQueries({ queryKey: [resource] }),
        ),
      );
      onDone();
    },
  });
}
