import { DEFAULT_RETENTION, type RetentionStore } from '@gateway/core';
import type { Port } from '../port.js';
import { addToRun } from './removal-runs.js';
import { countRemovable, removalsOn } from './removals.js';
import type { Transaction } from '../../engine/prisma.js';
import { organizationTransactions } from '../lock-organization.js';
import type { Sql } from '../../sql/sql.js';
import type { OrganizationRow, RetentionRow } from '../../sql/rows.js';

export function retentionStore(port: Port): RetentionStore {
  const { sql, prisma, announce, scheduleWalTruncate } = port;
  const transaction = organizationTransactions(port);
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
      const settings = await transaction(organizationId, async (tx) => {
        const current = await storedSettings(tx, organizationId);
        const next = change(current);
        changed = next !== current;
        if (changed) {
          await tx.retentionSettings.upsert({ where: { organizationId }, create: next, update: next });
          await tx.auditEntry.create({ data: audit(current, next) });
        }
        return next;
      });
      if (changed) announce({ kind: 'settings', organizationId });
      return settings;
    },

    async remove(removal, limit, at) {
      const removed = await sql.write(async (tx) => {
        const count = await remove(tx, removal, limit);
        if (at && count > 0 && (removal.of === 'prompts' || removal.of === 'messages'))
          await addToRun(tx, {
            organizationId: removal.organizationId,
            at,
            prompts: 0,
            messages: 0,
            [removal.of]: count,
          });
        return count;
      });
      if (removed > 0) scheduleWalTruncate();
      return removed;
    },

    count: (removal) => countRemovable(port, removal),

    recordRun: (run) => addToRun(sql, run),

    lastRun: (organizationId) => prisma.query(({ removalRun }) => removalRun.findUnique({ where: { organizationId } })),
  };
}

/** In SQL: every text that arrives asks for the settings. */
async function settingsOf(sql: Sql, organizationId: string): Promise<RetentionRow> {
  const where = [organizationId];
  const row = await sql.first<RetentionRow>('SELECT * FROM retention_settings WHERE organization_id = ?', where);
  if (row) return row;
  const organization = await sql.first<OrganizationRow>('SELECT * FROM organization WHERE id = ?', where);
  return defaultsOf(organization, organizationId);
}

async function storedSettings(tx: Transaction, organizationId: string): Promise<RetentionRow> {
  const row = await tx.retentionSettings.findUnique({ where: { organizationId } });
  return row ?? defaultsOf(await tx.organization.findUnique({ where: { id: organizationId } }), organizationId);
}

function defaultsOf(organization: OrganizationRow | null | undefined, organizationId: string): RetentionRow {
  if (!organization) throw new Error(`There is no organization ${organizationId}.`);
  return defaults(organizationId, organization.createdAt);
}

function defaults(organizationId: string, updatedAt: Date): RetentionRow {
  return { organizationId, ...DEFAULT_RETENTION, updatedAt };
}
