import type { RuleRecord } from '@gateway/contract';
import { orderRules } from '@gateway/contract/values';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, reasonOf } from '../../lib/api.js';
import { toast } from '../../lib/page/toast.js';
import { inOrder } from './order.js';
import { rulesQuery } from './queries.js';
import { t } from './texts.js';

const KEY = ['rules', 'order'];

/** Stores another order of the rules that no file owns. It is shown at once, and put back if it is refused. */
export function useOrder(): (ids: readonly string[]) => void {
  const client = useQueryClient();
  const { queryKey } = rulesQuery;
  const { mutate } = useMutation({
    mutationKey: KEY,
    // One after the other: the last order that was made is the last one that is stored.
    scope: { id: KEY.join(' ') },
    mutationFn: (ids: readonly string[]) => call(orderRules, { body: { rule_ids: [...ids] } }),
    onMutate: async (ids) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<RuleRecord[]>(queryKey);
      if (before) client.setQueryData(queryKey, inOrder(before, ids));
      return before;
    },
    onError: (error, _, before) => {
      if (before) client.setQueryData(queryKey, before);
      toast.error(t.order.failed(reasonOf(error)));
    },
    onSettled: () => {
      // A list that is read between two moves would undo the later one on the screen.
      if (client.isMutating({ mutationKey: KEY }) > 1) return undefined;
      return Promise.all([queryKey, ['audit']].map((key) => client.invalidateQueries({ queryKey: key })));
    },
  });
  return mutate;
}
