import { listReceivers } from '@gateway/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api.js';

/** The stream tells which receivers fail; how many attempts each has failed since is asked for. */
const REFRESH_MS = 60_000;

/** Receivers that have been reported as failing, the one that fails longest first. */
export const failingReceiversQuery = queryOptions({
  queryKey: ['receivers', 'failing'],
  queryFn: ({ signal }) => call(listReceivers, {}, { signal }),
  select: (receivers) => receivers.filter(({ reported_at }) => reported_at !== null),
  refetchInterval: REFRESH_MS,
});
