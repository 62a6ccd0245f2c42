import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';

/** The parts of an infinite query that say whether rows are missing. */
export type PagedRows = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'isPlaceholderData'
> & { readonly fetchNextPage: () => Promise<unknown> };

/** A browser sorts and draws this many rows without a noticeable delay. */
export const MAX_SORTED_ROWS = 2000;

/** `complete`: all rows are here. `part`: the most that are sorted are here. `failed`: a page could not be loaded. */
export type AllRows = 'complete' | 'loading' | 'part' | 'failed';

/** Loads the remaining pages of a list while it is sorted, because an order of the first page alone would mislead. */
export function useAllRows(query: PagedRows | undefined, sorted: boolean, rows: number): AllRows {
  const state = stateOf(query, rows);
  const idle = query?.isFetchingNextPage === false && !query.isPlaceholderData;
  const fetchNextPage = query?.fetchNextPage;
  useEffect(() => {
    if (sorted && state === 'loading' && idle) void fetchNextPage?.();
  }, [sorted, state, idle, fetchNextPage]);
  return state;
}

function stateOf(query: PagedRows | undefined, rows: number): AllRows {
  if (!query?.hasNextPage) return 'complete';
  if (query.isFetchNextPageError) return 'failed';
  return rows >= MAX_SORTED_ROWS ? 'part' : 'loading';
}
