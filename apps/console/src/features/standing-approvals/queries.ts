import { listGrants } from '@gateway/contract/values';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { list } from '../../lib/api.js';
import { GRANTS_REFRESH_MS } from '../../lib/records/grants.js';

export type Shown = 'active' | 'ended' | 'all';

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
    refetchInterval: GRANTS_REFRESH_MS,
  });
}
