import type { AuditStore, NewAuditEntry } from '@gateway/core';
import { allOf, olderThan } from '../sql/conditions.js';
import type { Port } from './port.js';
import { insertInto } from '../sql/insert.js';
import type { Sql } from '../sql/sql.js';
import type { AuditRow } from '../sql/rows.js';

/** Each is one look at a unique index; an operator who is gone has a name in what they did themselves. */
const operatorName = `coalesce(
  (SELECT name FROM operator WHERE operator.organization_id = e.organization_id AND operator.id = e.resource_id),
  (SELECT did.actor_name FROM audit_entry did
   WHERE did.organization_id = e.organization_id AND did.actor_id = e.resource_id ORDER BY did.seq DESC LIMIT 1))`;
const resourceName = `CASE e.resource_kind
  WHEN 'key' THEN
    (SELECT name FROM api_key WHERE api_key.organization_id = e.organization_id AND api_key.id = e.resource_id)
  WHEN 'operator' THEN ${operatorName}
  WHEN 'invitation' THEN coalesce(
    (SELECT email FROM one_time_link link WHERE link.organization_id = e.organization_id AND link.id = e.resource_id),
    ${operatorName})
  WHEN 'delivery' THEN
    (SELECT coalesce('#' || CAST(prompt_num AS text), channel_id) FROM delivery
     WHERE delivery.organization_id = e.organization_id AND delivery.id = e.resource_id)
  END AS resource_name`;

export function auditStore({ sql }: Port): AuditStore {
  return {
    write: (entry) => sql.write((tx) => writeAudit(tx, entry)),

    async list(organizationId, filter, page) {
      const [where, params] = allOf(
        ['organization_id = ?', organizationId],
        filter.action !== undefined && ['action = ?', filter.action],
        filter.resourceId !== undefined && ['resource_id = ?', filter.resourceId],
        filter.actorId !== undefined && ['actor_id = ?', filter.actorId],
        olderThan('seq', page.before),
      );
      return sql.all<AuditRow & { resourceName: string | null }>(
        `SELECT e.*, ${resourceName} FROM audit_entry e WHERE ${where} ORDER BY e.seq DESC LIMIT ?`,
        [...params, page.limit],
      );
    },
  };
}

/** Writes an entry down, within the unit of work that makes the change it tells of; nothing when there is none. */
export async function writeAudit(tx: Sql, entry: NewAuditEntry | undefined): Promise<void> {
  if (entry) await tx.run(...insertInto('audit_entry', { ...entry }));
}
