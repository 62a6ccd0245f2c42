import type { AuditStore, NewAuditEntry } from '@gateway/core';
import { Expression, insertInto } from '../sql/insert.js';
import type { AuditRow } from '../sql/rows.js';
import type { Sql } from '../sql/sql.js';
import type { Step } from '../sql/steps.js';
import { resourceNames } from './audit-names.js';
import { olderThanSeq } from './pages.js';
import type { Port } from './port.js';

export function auditStore({ sql, prisma }: Port): AuditStore {
  return {
    // In SQL: a refused API key writes an entry.
    write: (entry) => sql.write((tx) => writeAudit(tx, entry)),

    list: (organizationId, { action, resourceId, actorId, readBy }, page) =>
      prisma.query(async (client) => {
        const visible = readBy && {
          OR: [{ actorId: readBy.keyId }, { resourceKind: 'channel', resourceId: { in: [...readBy.channelIds] } }],
        };
        const entries = await client.auditEntry.findMany({
          where: { organizationId, action, resourceId, actorId, seq: olderThanSeq(page), ...visible },
          orderBy: { seq: 'desc' },
          take: page.limit,
        });
        const nameOf = await resourceNames(client, organizationId, entries);
        return (entries as AuditRow[]).map((entry) => Object.assign(entry, { resourceName: nameOf(entry) }));
      }),
  };
}

/** The step that writes an entry once the step `after` has returned a row. */
export function auditStep(after: string, entry: NewAuditEntry): Step {
  const [statement, params] = insertInto('audit_entry', { ...entry }, new Expression(after));
  return { name: 'audited', statement, params };
}

/** Writes an entry within the unit of work that makes the change; nothing when there is no entry. */
export async function writeAudit(tx: Sql, entry: NewAuditEntry | undefined): Promise<void> {
  if (entry) await tx.run(...insertInto('audit_entry', { ...entry }));
}
