import { limits, listAudit, type AuditEntry, type Scope } from '@gateway/contract';
import { holdsAny, type AuditRow, type Gateway, type Principal } from '@gateway/core';
import { endpoint, type Endpoint } from '../endpoint.js';
import { listPage, cursorOf, withNext } from '../paging.js';

/** The audit log. */
export function auditRoutes({ audit }: Gateway): Endpoint[] {
  return [
    endpoint(listAudit, async ({ principal, query, target }) => {
      const { limit = limits.listDefault, cursor, action, resource_id, actor_id, since, until, order } = query;
      const filter = {
        ...(action !== undefined && { action }),
        ...(resource_id !== undefined && { resourceId: resource_id }),
        ...(actor_id !== undefined && { actorId: actor_id }),
        ...(since !== undefined && { since: new Date(since) }),
        ...(until !== undefined && { until: new Date(until) }),
        ...(principal.channels && { readBy: { keyId: principal.keyId, channelIds: [...principal.channels] } }),
      };
      const rows = await audit.list(principal.organizationId, filter, listPage(limit, cursor, order));
      const entries = rows.map((row) => ({
        id: String(row.seq),
        at: row.at.toISOString(),
        actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
        action: row.action,
        resource: { kind: row.resourceKind, id: row.resourceId, name: nameFor(principal, row) },
        address: row.address,
        changes: changesFor(principal, row),
        answer: answerFor(principal, row),
      }));
      const last = rows.at(-1);
      return withNext(entries, { target, limit, last: last && cursorOf(order, last.seq) });
    }),
  ];
}

/** Only owners see who an invitation is for, as in the list of open invitations. */
function nameFor(principal: Principal, { resourceKind, resourceName }: AuditRow): string | null {
  return resourceKind === 'invitation' && !holdsAny(principal, ['admin']) ? null : resourceName;
}

/** The scope that reads the fields of a resource. An operator has none: all see who is one. */
const scopeOf: Readonly<Record<string, Scope>> = {
  channel: 'channels:read',
  policy: 'policies:read',
  rule: 'policies:read',
  grant: 'policies:read',
  person: 'people:read',
  group: 'people:read',
  settings: 'settings:read',
  receiver: 'deliveries:read',
};

function changesFor(principal: Principal, { resourceKind, changes }: AuditRow): AuditEntry['changes'] {
  const scope = scopeOf[resourceKind];
  const sees = scope === undefined || holdsAny(principal, [scope]);
  return (changes ?? []).map((change) => (sees ? change : { field: change.field }));
}

function answerFor(principal: Principal, { answered }: AuditRow): string | null {
  if (answered === null || !holdsAny(principal, ['prompts:read'])) return null;
  return principal.channels === null || principal.channels.has(answered.channelId) ? answered.answer : null;
}
