import { listAudit, type QueryInput } from '@gateway/contract';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { list } from '../../lib/api.js';

export interface AuditFilter {
  readonly action?: string | undefined;
  readonly actor?: string | undefined;
  readonly resource?: string | undefined;
}

/** The filter as the API has it. */
export function listedBy({ action, actor, resource }: AuditFilter): QueryInput<typeof listAudit> {
  return {
    ...(action !== undefined && { action }),
    ...(actor !== undefined && { actor_id: actor }),
    ...(resource !== undefined && { resource_id: resource }),
  };
}

export function auditQuery(filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: ['audit', 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      list(
        listAudit,
        {
          query: { ...listedBy(filter), ...(pageParam !== null && { cursor: pageParam }) },
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
  });
}
