import { queryOptions, skipToken, useQuery, type QueryClient } from '@tanstack/react-query';

/** Messages that arrived while this page was open and of which zero retention keeps no text. */
export interface Unkept {
  readonly count: number;
  readonly lastAt: string;
}

const unkeptQuery = (channelId: string) =>
  queryOptions<Unkept>({ queryKey: ['unkept', channelId], queryFn: skipToken, staleTime: Infinity, gcTime: Infinity });

/** One more arrived: all that can be told of it. */
export function countUnkept(client: QueryClient, channelId: string): void {
  client.setQueryData(unkeptQuery(channelId).queryKey, (known) => ({
    count: (known?.count ?? 0) + 1,
    lastAt: new Date().toISOString(),
  }));
}

export function useUnkept(channelId: string): Unkept | undefined {
  return useQuery(unkeptQuery(channelId)).data;
}
