import type { BodyInput } from '@gateway/contract';
import { getNotifications, updateNotifications } from '@gateway/contract/values';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, reasonOf } from '../../../lib/api.js';
import { toast } from '../../../lib/page/toast.js';

export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => call(getNotifications, {}, { signal }),
});

export function useChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof updateNotifications>) => call(updateNotifications, { body }),
    onSuccess: (settings) => client.setQueryData(notificationsQuery.queryKey, settings),
    onError: (error) => toast.error(reasonOf(error)),
  });
}
