import { listAudit, type QueryInput } from '@gateway/contract';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { list } from '../../lib/api.js';
import { nextDay, startOfDay } from '../../lib/days.js';

export interface AuditFilter {
  readonly action?: string | undefined;
  readonly actor?: string | undefined;
  readonly resource?: string | undefined;
  /** The first and the last day, such as `2026-03-01`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The filter as the API has it. */
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
  const query = listedBy(filter);
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
