import { queryOptions, skipToken, useQuery, type QueryClient } from '@tanstack/react-query';

/** Messages that arrived while this page was open and were not stored because of zero retention. */
export interface NotStored {
  readonly count: number;
  readonly lastAt: string;
}

const notStoredQuery = (channelId: string) =>
  queryOptions<NotStored>({
    queryKey: ['notStored', channelId],
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
  });

/** Counts one more message. Its text is not known. */
export function countNotStored(client: QueryClient, channelId: string): void {
  client.setQueryData(notStoredQuery(channelId).queryKey, (known) => ({
    count: (known?.count ?? 0) + 1,
    lastAt: new Date().toISOString(),
  }));
}

export function useNotStored(channelId: string): NotStored | undefined {
  return useQuery(notStoredQuery(channelId)).data;
}
