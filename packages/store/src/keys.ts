import type { KeyRow, KeyStore } from '@gateway/core';
import type { Port } from './port.js';
import { insertInto } from './sql.js';

export function keyStore({ sql }: Port): KeyStore {
  return {
    any: async (organizationId) =>
      (await sql.first('SELECT 1 AS found FROM api_key WHERE organization_id = ? LIMIT 1', [organizationId])) !==
      undefined,

    async insert(key) {
      const [statement, params] = insertInto('api_key', { ...key, scopes: JSON.stringify(key.scopes) });
      const [row] = await sql.all<KeyRow>(`${statement} RETURNING *`, params);
      return row as KeyRow;
    },

    byHash: async (hash) => (await sql.first<KeyRow>('SELECT * FROM api_key WHERE hash = ?', [hash])) ?? null,

    async bootstrapHashes() {
      const rows = await sql.all<{ hash: string }>(
        `SELECT hash FROM api_key WHERE created_by = 'bootstrap' AND revoked_at IS NULL ORDER BY seq`,
      );
      return rows.map(({ hash }) => hash);
    },
  };
}
