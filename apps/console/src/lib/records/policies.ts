import { limits, listPolicies } from '@gateway/contract/values';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { list } from '../api.js';

export const policiesQuery = infiniteQueryOptions({
  queryKey: ['policies', 'list', {}],
  queryFn: ({ pageParam, signal }) =>
    list(
      listPolicies,
      { query: { limit: String(limits.listMax), ...(pageParam !== null && { cursor: pageParam }) } },
      { signal },
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next ?? undefined,
});
