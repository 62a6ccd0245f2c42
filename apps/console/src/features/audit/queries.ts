import { listAudit } from '@gateway/contract';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { list } from '../../lib/api.js';

export interface AuditFilter {
  readonly action?: string | undefined;
  readonly actor?: string | undefined;
  readonly resource?: string | undefined;
}

export function auditQuery(filter: AuditFilter) {
  const { action, actor, resource } = filter;
  return infiniteQueryOptions({
    queryKey: ['audit', 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      list(
        listAudit,
        {
          query: {
            ...(action !== undefined && { action }),
            ...(actor !== undefined && { actor_id: actor }),
            ...(resource !== undefined && { resource_id: resource }),
            ...(pageParam !== null && { cursor: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
  });
}
