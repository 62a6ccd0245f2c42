import type { ReceiverDetail, ReceiverWithFailure } from '@gateway/contract';
import { getReceiver, listReceivers, type receiverWindows } from '@gateway/contract/values';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, list } from '../../lib/api.js';

export type { ReceiverDetail, ReceiverWithFailure };
export type ReceiverWindow = (typeof receiverWindows)[number];

/** Polled, because events do not report each attempt. */
const REFRESH_MS = 15_000;

export function receiversQuery(window: ReceiverWindow) {
  return infiniteQueryOptions({
    queryKey: ['receivers', 'list', window],
    queryFn: ({ pageParam, signal }) =>
      list(
        listReceivers,
        { query: { state: 'all', window, ...(pageParam !== null && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

export function receiverQuery(id: string, window: ReceiverWindow) {
  return queryOptions({
    queryKey: ['receivers', 'detail', id, window],
    queryFn: ({ signal }) => call(getReceiver, { params: { id }, query: { window } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}
