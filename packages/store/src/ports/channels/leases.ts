import type { LeaseStore } from '@gateway/core';
import type { Port } from '../port.js';

export function leaseStore({ sql }: Port): LeaseStore {
  return {
    async acquire(name, holder, now, until) {
      const taken = await sql.run(
        `INSERT INTO lease (name, holder, expires_at) VALUES (?, ?, ?)
         ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
         WHERE lease.holder = excluded.holder OR lease.expires_at <= ?`,
        [name, holder, until, now],
      );
      return taken === 1;
    },

    async release(name, holder) {
      await sql.run('DELETE FROM lease WHERE name = ? AND holder = ?', [name, holder]);
    },
  };
}
