import { getGrant } from '@gateway/contract/values';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api.js';

/** How often standing approvals are read again, because no event says that one was stopped or that its rule was changed. */
export const GRANTS_REFRESH_MS = 5000;

export const grantQuery = (id: string) =>
  queryOptions({
    queryKey: ['grants', 'detail', id],
    queryFn: ({ signal }) => call(getGrant, { params: { id } }, { signal }),
    refetchInterval: GRANTS_REFRESH_MS,
  });
