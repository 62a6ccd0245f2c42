import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';

interface Options<Reply> {
  /** Query keys begin with the resource: what is shown of these is read again. */
  readonly resources: readonly string[];
  /** Called when the change is made, before the resources are read again. */
  readonly onSaved?: (reply: Reply) => void;
  /** Called when the resources have been read again. */
  readonly onDone?: () => void;
  readonly onFailed?: (error: Error) => void;
  /** Also read the resources again after an error: somebody else may have made the change. */
  readonly refreshAlways?: boolean;
}

/** A change of records. Afterwards, what is shown of them is read again. */
export function useSave<Reply, Variables = void>(
  save: (variables: Variables) => Promise<Reply>,
  { resources, onSaved, onDone, onFailed, refreshAlways = false }: Options<Reply>,
): UseMutationResult<Reply, Error, Variables> {
  const client = useQueryClient();
  const refresh = () => Promise.all(resources.map((resource) => client.invalidateQueries({ queryKey: [resource] })));
  return useMutation({
    mutationFn: save,
    onSuccess: async (reply) => {
      onSaved?.(reply);
      await refresh();
      onDone?.();
    },
    onError: (error) => {
      onFailed?.(error);
      return refreshAlways ? refresh() : undefined;
    },
  });
}
