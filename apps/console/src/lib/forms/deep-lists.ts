import type { Page } from '@gateway/contract';
import type { InfiniteData, Query, QueryClient, QueryKey } from '@tanstack/react-query';

/** Lists with more pages than this are not refetched at each event. */
const MAX_REFETCHED_PAGES = 4;

/** For the `meta` of a list that shows a `ListTop`. */
export const refreshedFromTop = { refreshedFromTop: true } as const;

/**
 * Whether many pages of a list are loaded. Refetching all of them at each event would take dozens of requests for few changed
 * rows. Events replace the changed rows instead; the rest is refreshed when the operator scrolls back to the top.
 */
export function isDeep({ meta, state }: Pick<Query, 'meta' | 'state'>): boolean {
  const data = state.data as Partial<InfiniteData<unknown>> | undefined;
  return meta?.['refreshedFromTop'] === true && (data?.pages?.length ?? 0) > MAX_REFETCHED_PAGES;
}

/** Refetches a stale deep list, the first page only. */
export function refreshFromTop(client: QueryClient, queryKey: QueryKey): void {
  const query = client.getQueryCache().find({ queryKey });
  if (!query?.state.isInvalidated || !isDeep(query)) return;
  client.setQueryData<InfiniteData<Page<unknown>>>(
    queryKey,
    (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
  );
  void client.invalidateQueries({ queryKey, exact: true });
}
