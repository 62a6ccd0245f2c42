import { useMutation, useQueryClient } from '@tanstack/react-query';

/** A change of a policy. Afterwards the list is read again. */
export function usePolicyChange(change: () => Promise<unknown>, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      await Promise.all(['policies', 'audit'].map((resource) => client.invalidateQueries({ queryKey: [resource] })));
      onDone();
    },
  });
}
