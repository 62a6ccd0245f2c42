import type { QueryInput } from '@gateway/contract';
import { listAudit } from '@gateway/contract/values';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { list } from '../../lib/api.js';
import { nextDay, startOfDay } from '../../lib/time/days.js';
import type { AuditFilter } from './filter.js';

/** The filter as the API has it, without the order. */
export function listedBy({ action, actor, resource, from, to }: AuditFilter): QueryInput<typeof listAudit> {
  return {
    ...(action !== undefined && { action }),
    ...(actor !== undefined && { actor_id: actor }),
    ...(resource !== undefined && { resource_id: resource }),
    ...(from !== undefined && { since: startOfDay(from) }),
    ...(to !== undefined && { until: startOfDay(nextDay(to)) }),
  };
}

export function auditQuery(filter: AuditFilter) {
  const query = { ...listedBy(filter), ...(filter.order && { order: filter.order }) };
  return infiniteQueryOptions({
    queryKey: ['audit', 'list', query],
    queryFn: ({ pageParam, signal }) =>
      list(
        listAudit,
        {
          query: { ...query, ...(pageParam !== null && { cursor: pageParam }) },
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
  });
}
