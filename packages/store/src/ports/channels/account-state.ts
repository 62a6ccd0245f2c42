import type { AccountStateStore } from '@gateway/core';
import type { Port } from '../port.js';
import type { AccountStateRow } from '../../sql/rows.js';

export function accountStateStore({ sql }: Port): AccountStateStore {
  return {
    async get({ organizationId, platform, account }, key) {
      const row = await sql.first<Pick<AccountStateRow, 'value'>>(
        'SELECT value FROM account_state WHERE organization_id = ? AND platform = ? AND account = ? AND key = ?',
        [organizationId, platform, account, key],
      );
      return row?.value ?? null;
    },

    async set({ organizationId, platform, account }, key, value) {
      await sql.run(
        `INSERT INTO account_state (organization_id, platform, account, key, value, updated_at) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (organization_id, platform, account, key)
         DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
        // No code reads this time. It shows a person who inspects the table when the adapter last wrote.
        [organizationId, platform, account, key, value, new Date()],
      );
    },

    async copy({ organizationId, platform, account }, to, at) {
      await sql.run(
        `INSERT INTO account_state (organization_id, platform, account, key, value, updated_at)
         SELECT organization_id, platform, ?, key, value, ? FROM account_state
         WHERE organization_id = ? AND platform = ? AND account = ?
           AND NOT EXISTS (SELECT 1 FROM account_state WHERE organization_id = ? AND platform = ? AND account = ?)
         ON CONFLICT (organization_id, platform, account, key) DO NOTHING`,
        [to, at, organizationId, platform, account, organizationId, platform, to],
      );
    },
  };
}
