import { getStatus } from '@gateway/contract/values';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../api.js';
import { useMay } from '../session/session.js';

/** Refetched at this interval, because the time window moves without events. */
const REFRESH_MS = 60_000;

export const statusQuery = queryOptions({
  queryKey: ['statistics', 'status'],
  queryFn: ({ signal }) => call(getStatus, {}, { signal }),
  refetchInterval: REFRESH_MS,
});

/** The number of pending prompts; 0 also while it is not known. */
export function usePendingCount(): number {
  return useQuery({ ...statusQuery, enabled: useMay('status:read') }).data?.prompts_pending ?? 0;
}
