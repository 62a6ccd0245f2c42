import { DEFAULT_RETENTION, type RetentionStore } from '@gateway/core';
import { writeAudit } from './audit.js';
import type { Port } from './port.js';
import { countRemovable, removalsOn } from './removals.js';
import { insertInto } from '../sql/insert.js';
import { snakeCase } from '../sql/names.js';
import type { Sql, SqlValue } from '../sql/sql.js';
import type { RetentionRow, RemovalRunRow, OrganizationRow } from '../sql/rows.js';

export function retentionStore(port: Port): RetentionStore {
  const { sql, announce, forget } = port;
  const remove = removalsOn(port);
  return {
    get: (organizationId) => settingsOf(sql, organizationId),

    async all() {
      const organizations = await sql.all<Pick<OrganizationRow, 'id' | 'createdAt'>>(
        'SELECT id, created_at FROM organization',
      );
      const rows = await sql.all<RetentionRow>('SELECT * FROM retention_settings');
      const changed = new Map(rows.map((row) => [row.organizationId, row]));
      return organizations.map(({ id, createdAt }) => changed.get(id) ?? defaults(id, createdAt));
    },

    async update(organizationId, change, audit) {
      let changed = false;
      const settings = await sql.write(async (tx) => {
        const [statement, params] = insertInto('retention_settings', { ...(await settingsOf(tx, organizationId)) });
        await tx.run(`${statement} ON CONFLICT DO NOTHING`, params);
        // Others wait here until this unit ends, and then see what it has left.
        const [current] = await tx.all<RetentionRow>(
          'UPDATE retention_settings SET updated_at = updated_at WHERE organization_id = ? RETURNING *',
          [organizationId],
        );
        const next = change(current as RetentionRow);
        changed = next !== current;
        if (changed) {
          await replace(tx, next);
          await writeAudit(tx, audit);
        }
        return next;
      });
      if (changed) announce({ kind: 'settings', organizationId });
      return settings;
    },

    async remove(removal, limit) {
      const removed = await sql.write((tx) => remove(tx, removal, limit));
      if (removed > 0) forget();
      return removed;
    },

    count: (removal) => countRemovable(sql, removal),

    // Batches that follow each other closely are one run, also those of other instances that were woken by the same change.
    async recordRun({ organizationId, at, prompts, messages }, since) {
      const sum = (field: string) =>
        `${field} = excluded.${field} + CASE WHEN removal_run.at >= ? THEN removal_run.${field} ELSE 0 END`;
      await sql.run(
        `INSERT INTO removal_run (organization_id, at, prompts, messages) VALUES (?, ?, ?, ?)
         ON CONFLICT (organization_id) DO UPDATE SET at = excluded.at, ${sum('prompts')}, ${sum('messages')}`,
        [organizationId, at, prompts, messages, since, since],
      );
    },

    lastRun: async (organizationId) =>
      (await sql.first<RemovalRunRow>('SELECT * FROM removal_run WHERE organization_id = ?', [organizationId])) ?? null,
  };
}

async function settingsOf(tx: Sql, organizationId: string): Promise<RetentionRow> {
  const where = [organizationId];
  const row = await tx.first<RetentionRow>('SELECT * FROM retention_settings WHERE organization_id = ?', where);
  if (row) return row;
  const organization = await tx.first<Pick<OrganizationRow, 'createdAt'>>(
    'SELECT created_at FROM organization WHERE id = ?',
    where,
  );
  if (!organization) throw new Error(`There is no organization ${organizationId}.`);
  return defaults(organizationId, organization.createdAt);
}

function defaults(organizationId: string, updatedAt: Date): RetentionRow {
  return { organizationId, ...DEFAULT_RETENTION, updatedAt };
}

async function replace(tx: Sql, { organizationId, ...settings }: RetentionRow): Promise<void> {
  const assignments = Object.keys(settings).map((field) => `${snakeCase(field)} = ?`);
  const params: SqlValue[] = [...Object.values(settings), organizationId];
  await tx.run(`UPDATE retention_settings SET ${assignments.join(', ')} WHERE organization_id = ?`, params);
}
