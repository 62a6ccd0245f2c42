import { signOut } from '@gateway/contract/values';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, reasonOf } from '../api.js';
import { clearTab } from '../storage/tab-storage.js';
import { toast } from '../page/toast.js';

/** Ends the session of this browser. */
export function useSignOut(): () => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    // A request that is under way would be refused.
    onMutate: () => client.cancelQueries(),
    mutationFn: () => call(signOut, {}),
    // A full page load, so that nothing this operator saw stays in memory.
    onSuccess: () => {
      clearTab();
      location.assign('/console/login?out=true');
    },
    onError: (error) => toast.error(reasonOf(error)),
  });
  return () => mutate();
}
