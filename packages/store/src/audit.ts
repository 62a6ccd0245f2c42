import type { AuditStore, NewAuditEntry } from '@gateway/core';
import { allOf, olderThan } from './conditions.js';
import type { Port } from './port.js';
import { insertInto, type Sql } from './sql.js';

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
      return sql.all(`SELECT * FROM audit_entry WHERE ${where} ORDER BY seq DESC LIMIT ?`, [...params, page.limit]);
    },
  };
}

/** Writes an entry down, within the unit of work that makes the change it tells of; nothing when there is none. */
export async function writeAudit(tx: Sql, entry: NewAuditEntry | undefined): Promise<void> {
  if (entry) await tx.run(...insertInto('audit_entry', { ...entry }));
}
