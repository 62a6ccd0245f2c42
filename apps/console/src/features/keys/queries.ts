import { limits, listKeys } from '@gateway/contract/values';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { list } from '../../lib/api.js';

export const keysQuery = infiniteQueryOptions({
  queryKey: ['keys', 'list', {}],
  queryFn: ({ pageParam, signal }) =>
    list(
      listKeys,
      { query: { limit: String(limits.listMax), ...(pageParam !== null && { cursor: pageParam }) } },
      { signal },
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next ?? undefined,
});
