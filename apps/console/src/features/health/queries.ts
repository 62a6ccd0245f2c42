import { getReadiness, getStatistics, getStatus } from '@gateway/contract/values';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.js';

/** Options for health queries: poll often, do not retry, and ignore the browser's offline state. */
const healthOptions = { refetchInterval: 10_000, retry: false, networkMode: 'always', staleTime: 0 } as const;

export const readinessQuery = queryOptions({
  queryKey: ['health', 'readiness'],
  queryFn: ({ signal }) => call(getReadiness, {}, { signal }),
  ...healthOptions,
});

export const statusQuery = queryOptions({
  queryKey: ['health', 'status'],
  queryFn: ({ signal }) => call(getStatus, {}, { signal }),
  ...healthOptions,
});

export const statisticsQuery = queryOptions({
  queryKey: ['statistics', 'health'],
  queryFn: ({ signal }) => call(getStatistics, { query: { window: '24h' } }, { signal }),
  ...healthOptions,
});
