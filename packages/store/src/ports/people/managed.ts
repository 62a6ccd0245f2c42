import type { ManagedKind, ManagedStore } from '@gateway/core';
import { batchOf } from '../../sql/batch.js';
import { among } from '../../sql/conditions.js';
import type { ManagedRecordRow } from '../../sql/rows.js';
import type { Port } from '../port.js';

export function managedStore({ engine, sql }: Port): ManagedStore {
  const records = batchOf(engine, 'given', { record_kind: 'text', given_id: 'text' });

  return {
    async fileOf(organizationId, { kind, id }) {
      const row = await sql.first<Pick<ManagedRecordRow, 'file'>>(
        'SELECT file FROM managed_record WHERE organization_id = ? AND kind = ? AND record_id = ?',
        [organizationId, kind, id],
      );
      return row?.file ?? null;
    },

    async list(organizationId) {
      const rows = await sql.all<ManagedRecordRow>(
        'SELECT * FROM managed_record WHERE organization_id = ? ORDER BY kind, record_id',
        [organizationId],
      );
      return rows.map(({ kind, recordId, file }) => ({ kind: kind as ManagedKind, id: recordId, file }));
    },

    async claim(organizationId, file, ids, at) {
      await sql.run(
        `INSERT INTO managed_record (organization_id, kind, record_id, file, created_at)
         SELECT ?, record_kind, given_id, ?, ? FROM ${records.table} WHERE true
         ON CONFLICT (organization_id, kind, record_id) DO UPDATE SET file = excluded.file
         WHERE managed_record.file <> excluded.file`,
        [organizationId, file, at, records.parameter(ids.map(({ kind, id }) => ({ record_kind: kind, given_id: id })))],
      );
    },

    async release(organizationId, ids) {
      // One statement per kind: PostgreSQL would join pairs by reading the whole table.
      for (const kind of new Set(ids.map((each) => each.kind))) {
        const named = ids.filter((each) => each.kind === kind).map(({ id }) => id);
        await sql.run(
          `DELETE FROM managed_record WHERE organization_id = ? AND kind = ? AND ${among(engine, 'record_id')}`,
          [organizationId, kind, JSON.stringify(named)],
        );
      }
    },
  };
}
