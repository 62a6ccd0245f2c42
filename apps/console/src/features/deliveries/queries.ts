import type { BodyInput, QueryInput, ReplyOf } from '@gateway/contract';
import { getDelivery, listDeliveries, retryDeliveries } from '@gateway/contract/values';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, list } from '../../lib/api.js';
import type { DeliveryFilter } from './filter.js';

export type Delivery = ReplyOf<typeof getDelivery>;

/** What the list and the retry of its deliveries have in common. */
function shared({ channel, prompt, event, url, type, since, until }: DeliveryFilter) {
  return {
    ...(channel !== undefined && { channel_id: channel }),
    ...(prompt !== undefined && { prompt_id: prompt }),
    ...(event !== undefined && { event_id: event }),
    ...(url !== undefined && { url }),
    ...(type !== undefined && { event: type }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
  };
}

/** The filter of the list, as the API has it, without the order. */
export function listedBy(filter: DeliveryFilter): QueryInput<typeof listDeliveries> {
  const { status, state = 'all' } = filter;
  return { ...shared(filter), ...(status !== undefined && { status_code: status }), state };
}

function bodyOf(filter: DeliveryFilter): BodyInput<typeof retryDeliveries> {
  return { ...shared(filter), ...(filter.status !== undefined && { status_code: filter.status.split(',') }) };
}

export function deliveriesQuery(filter: DeliveryFilter) {
  return infiniteQueryOptions({
    queryKey: ['deliveries', 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      list(
        listDeliveries,
        {
          query: { ...listedBy(filter), order: filter.order, ...(pageParam !== null && { cursor: pageParam }) },
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
      (await call(retryDeliveries, { body: { ...bodyOf(filter), dry_run: true } }, { signal })).retried,
    // Always fetched for the dialog, because the operator confirms this number.
    staleTime: 0,
    gcTime: 0,
  });
}

export const retryAllDead = (filter: DeliveryFilter) => call(retryDeliveries, { body: bodyOf(filter) });

export const retrySelected = (ids: readonly string[]) => call(retryDeliveries, { body: { ids: [...ids] } });
