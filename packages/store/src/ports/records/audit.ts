import type { AuditStore, NewAuditEntry } from '@gateway/core';
import { allOf, among, directionOf, following } from '../../sql/conditions.js';
import { Expression, insertInto } from '../../sql/insert.js';
import type { AuditRow } from '../../sql/rows.js';
import type { Sql } from '../../sql/sql.js';
import { storableJson } from '../../sql/storable.js';
import type { Step } from '../../sql/steps.js';
import { answersOf } from './audit-answers.js';
import { resourceNames } from './audit-names.js';
import type { Port } from '../port.js';
import { timeBounds } from '../figures/seq-at.js';

export function auditStore({ engine, sql, prisma }: Port): AuditStore {
  return {
    // In SQL: a refused API key writes an entry.
    write: (entry) => sql.write((tx) => writeAudit(tx, entry)),

    async list(organizationId, { action, resourceId, actorId, readBy, ...times }, page) {
      const [where, params] = allOf(
        ['organization_id = ?', organizationId],
        action !== undefined && ['action = ?', action],
        resourceId !== undefined && ['resource_id = ?', resourceId],
        actorId !== undefined && ['actor_id = ?', actorId],
        readBy && [
          `(actor_id = ? OR resource_kind = 'channel' AND ${among(engine, 'resource_id')})`,
          readBy.keyId,
          JSON.stringify(readBy.channelIds),
        ],
        following('seq', page),
        ...(await timeBounds(sql, 'audit_entry', organizationId, times)),
      );
      const statement = `SELECT * FROM audit_entry WHERE ${where} ORDER BY seq ${directionOf(page)} LIMIT ?`;
      const entries = await sql.all<AuditRow>(statement, [...params, page.limit]);
      return prisma.query(async (client) => {
        const [nameOf, answerOf] = await Promise.all([
          resourceNames(client, organizationId, entries),
          answersOf(client, organizationId, entries),
        ]);
        return entries.map((entry) => Object.assign(entry, { resourceName: nameOf(entry), answered: answerOf(entry) }));
      });
    },
  };
}

/** The step that writes an entry once the step `after` has returned a row. `resourceId`: a column of that row; default: that of the entry. */
export function auditStep(after: string, entry: NewAuditEntry, name = 'audited', resourceId?: string): Step {
  const row = { ...columnsOf(entry), ...(resourceId && { resourceId: new Expression(`${after}.${resourceId}`) }) };
  const [statement, params] = insertInto('audit_entry', row, new Expression(after));
  return { name, statement, params };
}

/** Writes an entry within the unit of work that makes the change; nothing when there is no entry. */
export async function writeAudit(tx: Sql, entry: NewAuditEntry | undefined): Promise<void> {
  if (entry) await tx.run(...insertInto('audit_entry', columnsOf(entry)));
}

function columnsOf({ changes, ...entry }: NewAuditEntry) {
  return { ...entry, ...(changes && { changes: storableJson(changes) }) };
}
