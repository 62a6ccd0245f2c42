import type { Page } from '@gateway/contract';
import type { InfiniteData, Query, QueryClient, QueryKey } from '@tanstack/react-query';

/** More pages than this are not fetched anew at each event. */
const SHALLOW_PAGES = 4;

/** For the `meta` of a list that shows a `ListTop`. */
export const refreshedFromTop = { refreshedFromTop: true } as const;

/**
 * Whether somebody has gone far down in a list. Fetching all its pages anew at each event would be dozens of requests for rows
 * of which few have changed: what has, is put in its place as the event tells it, and the rest waits for the way back up.
 */
export function isDeep({ meta, state }: Pick<Query, 'meta' | 'state'>): boolean {
  const data = state.data as Partial<InfiniteData<unknown>> | undefined;
  return meta?.['refreshedFromTop'] === true && (data?.pages?.length ?? 0) > SHALLOW_PAGES;
}

/** Fetches a deep list anew that is out of date, from the top and only that. */
export function refreshFromTop(client: QueryClient, queryKey: QueryKey): void {
  const query = client.getQueryCache().find({ queryKey });
  if (!query?.state.isInvalidated || !isDeep(query)) return;
  client.setQueryData<InfiniteData<Page<unknown>>>(
    queryKey,
    (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
  );
  void client.invalidateQueries({ queryKey, exact: true });
}
