import { getGrant, listGrants } from '@gateway/contract/values';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, list } from '../../lib/api.js';

export type Shown = 'active' | 'ended' | 'all';

/** Polled, because no event says that one was stopped or that a rule was changed. */
const REFRESH_MS = 5000;

export function grantsQuery(shown: Shown) {
  return infiniteQueryOptions({
    queryKey: ['grants', 'list', shown],
    queryFn: ({ pageParam, signal }) =>
      list(
        listGrants,
        { query: { ...(shown !== 'all' && { state: shown }), ...(pageParam !== null && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

export const grantQuery = (id: string) =>
  queryOptions({
    queryKey: ['grants', 'detail', id],
    queryFn: ({ signal }) => call(getGrant, { params: { id } }, { signal }),
    refetchInterval: REFRESH_MS,
  });
