import type { AddressColumn, StoredTextStore } from '@gateway/core';
import { batchOf } from '../../sql/batch.js';
import type { Port } from '../port.js';
import type { GatewayStateRow } from '../../sql/rows.js';

export function storedTextStore({ engine, sql, scheduleWalTruncate }: Port): StoredTextStore {
  const changes = batchOf(engine, 'change', { organization: 'text', row_id: 'bigint', before: 'text', after: 'text' });
  /** `text` is the expression that reads the column, `stored` the value that is written to it. */
  function placeOf(name: AddressColumn) {
    const [table = '', column = ''] = name.split('.');
    const isJson = column === 'message_ref' || column === 'other_messages';
    return {
      table,
      column,
      id: table === 'prompt' ? 'num' : 'seq',
      text: isJson ? `CAST(${column} AS text)` : column,
      stored: isJson && engine === 'postgresql' ? 'CAST(after AS jsonb)' : 'after',
    };
  }

  return {
    page(name, after, limit) {
      const { table, id, text } = placeOf(name);
      const from = after ?? { organizationId: '', id: 0 };
      const [behind, order, params] =
        id === 'num'
          ? ['(organization_id, num) > (?, ?)', 'organization_id, num', [from.organizationId, from.id]]
          : ['seq > ?', 'seq', [from.id]];
      return sql.all(
        `SELECT organization_id, ${id} AS id, ${text} AS text FROM ${table}
         WHERE ${behind} ORDER BY ${order} LIMIT ?`,
        [...params, limit],
      );
    },

    async replace(name, rows) {
      const { table, column, id, text, stored } = placeOf(name);
      await sql.run(
        `UPDATE ${table} SET ${column} = ${stored} FROM ${changes.table}
         WHERE organization_id = organization AND ${id} = row_id AND ${text} = before`,
        [
          changes.parameter(
            rows.map((row) => ({
              organization: row.organizationId,
              row_id: row.id,
              before: row.before,
              after: row.after,
            })),
          ),
        ],
      );
      // The write-ahead log still contains the old values.
      scheduleWalTruncate();
    },

    recall: async (name) =>
      (await sql.first<Pick<GatewayStateRow, 'value'>>('SELECT value FROM gateway_state WHERE name = ?', [name]))
        ?.value ?? null,

    async remember(name, value) {
      await sql.run(
        `INSERT INTO gateway_state (name, value) VALUES (?, ?)
         ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
        [name, value],
      );
    },
  };
}
