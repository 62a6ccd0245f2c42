import { limits, listGroups, listPeople } from '@gateway/contract/values';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { list } from '../api.js';

const pages = {
  initialPageParam: null as string | null,
  getNextPageParam: (page: { readonly next: string | null }) => page.next ?? undefined,
};

const pageAt = (cursor: string | null) => ({
  query: { limit: String(limits.listMax), ...(cursor !== null && { cursor }) },
});

export const peopleQuery = infiniteQueryOptions({
  queryKey: ['people', 'list', {}],
  queryFn: ({ pageParam, signal }) => list(listPeople, pageAt(pageParam), { signal }),
  ...pages,
});

export const groupsQuery = infiniteQueryOptions({
  queryKey: ['groups', 'list', {}],
  queryFn: ({ pageParam, signal }) => list(listGroups, pageAt(pageParam), { signal }),
  ...pages,
});
