import { getReadiness, getStatistics, getStatus } from '@gateway/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.js';

/** A page about failing asks often, gives up at once, and asks also where the browser believes that it is offline. */
const watchful = { refetchInterval: 10_000, retry: false, networkMode: 'always', staleTime: 0 } as const;

export const readinessQuery = queryOptions({
  queryKey: ['health', 'readiness'],
  queryFn: ({ signal }) => call(getReadiness, {}, { signal }),
  ...watchful,
});

export const statusQuery = queryOptions({
  queryKey: ['health', 'status'],
  queryFn: ({ signal }) => call(getStatus, {}, { signal }),
  ...watchful,
});

export const statisticsQuery = queryOptions({
  queryKey: ['statistics', 'health'],
  queryFn: ({ signal }) => call(getStatistics, { query: { window: '24h' } }, { signal }),
  ...watchful,
});
