import { limits, listAudit } from '@gateway/contract';
import { holdsAny, type AuditRow, type Gateway, type Principal } from '@gateway/core';
import { endpoint, type Endpoint } from '../endpoint.js';
import { listPage, withNext } from '../paging.js';

/** The audit log. */
export function auditRoutes({ audit }: Gateway): Endpoint[] {
  return [
    endpoint(listAudit, async ({ principal, query, target }) => {
      const { limit = limits.listDefault, cursor, action, resource_id, actor_id } = query;
      const filter = {
        ...(action !== undefined && { action }),
        ...(resource_id !== undefined && { resourceId: resource_id }),
        ...(actor_id !== undefined && { actorId: actor_id }),
        ...(principal.channels && { readBy: { keyId: principal.keyId, channelIds: [...principal.channels] } }),
      };
      const rows = await audit.list(principal.organizationId, filter, listPage(limit, cursor));
      const entries = rows.map((row) => ({
        id: String(row.seq),
        at: row.at.toISOString(),
        actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
        action: row.action,
        resource: { kind: row.resourceKind, id: row.resourceId, name: nameFor(principal, row) },
        address: row.address,
      }));
      return withNext(entries, { target, limit, last: rows.at(-1)?.seq });
    }),
  ];
}

/** Only owners see who an invitation is for, as in the list of open invitations. */
function nameFor(principal: Principal, { resourceKind, resourceName }: AuditRow): string | null {
  return resourceKind === 'invitation' && !holdsAny(principal, ['admin']) ? null : resourceName;
}
