import { getDelivery, listDeliveries, retryDeliveries, type ReplyOf } from '@gateway/contract';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, list } from '../../lib/api.js';

export type Delivery = ReplyOf<typeof getDelivery>;

export interface DeliveryFilter {
  readonly state?: 'pending' | 'delivered' | 'dead' | undefined;
  readonly channel?: string | undefined;
  readonly prompt?: string | undefined;
  readonly event?: string | undefined;
}

function queryOf({ channel, prompt, event }: DeliveryFilter) {
  return {
    ...(channel !== undefined && { channel_id: channel }),
    ...(prompt !== undefined && { prompt_id: prompt }),
    ...(event !== undefined && { event_id: event }),
  };
}

export function deliveriesQuery(filter: DeliveryFilter) {
  return infiniteQueryOptions({
    queryKey: ['deliveries', 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      list(
        listDeliveries,
        {
          query: { ...queryOf(filter), state: filter.state ?? 'all', ...(pageParam !== null && { cursor: pageParam }) },
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
  });
}

export function deliveryQuery(id: string) {
  return queryOptions({
    queryKey: ['deliveries', 'detail', id],
    queryFn: ({ signal }) => call(getDelivery, { params: { id } }, { signal }),
  });
}

/** The number of dead deliveries that a bulk retry would retry. */
export function deadCountQuery(filter: DeliveryFilter) {
  return queryOptions({
    queryKey: ['deliveries', 'dead', filter],
    queryFn: async ({ signal }) =>
      (await call(retryDeliveries, { body: { ...queryOf(filter), dry_run: true } }, { signal })).retried,
    // Always fetched for the dialog, because the operator confirms this number.
    staleTime: 0,
    gcTime: 0,
  });
}

export const retryAllDead = (filter: DeliveryFilter) => call(retryDeliveries, { body: queryOf(filter) });
