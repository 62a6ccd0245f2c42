import { listReceivers } from '@gateway/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api.js';

/** Polled, because events do not report each further failed attempt. */
const REFRESH_MS = 60_000;

/** Receivers reported as failing, longest failing first. */
export const failingReceiversQuery = queryOptions({
  queryKey: ['receivers', 'failing'],
  queryFn: ({ signal }) => call(listReceivers, {}, { signal }),
  select: (receivers) => receivers.filter(({ reported_at }) => reported_at !== null),
  refetchInterval: REFRESH_MS,
});
