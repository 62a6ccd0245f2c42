import { listReceivers } from '@gateway/contract/values';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../api.js';
import { originOf } from './receivers.js';

/** The first 200 receivers with a name, by their addresses. */
const namedReceiversQuery = queryOptions({
  queryKey: ['receivers', 'named'],
  queryFn: ({ signal }) => call(listReceivers, { query: { state: 'named', window: '1h', limit: '200' } }, { signal }),
  staleTime: 60_000,
});

/** The name of the receiver of a callback URL; null: it has none, or it is not known yet. */
export function useReceiverName(url: string): string | null {
  const { data = [] } = useQuery(namedReceiversQuery);
  return data.find(({ destination }) => destination === originOf(url))?.name ?? null;
}
