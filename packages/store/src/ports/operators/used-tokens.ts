import type { UsedTokenStore } from '@gateway/core';
import type { Port } from '../port.js';

export function usedTokenStore({ sql }: Port): UsedTokenStore {
  return {
    use: async (organizationId, hash, expiresAt) =>
      (await sql.run(
        'INSERT INTO used_token (organization_id, hash, expires_at) VALUES (?, ?, ?) ON CONFLICT (organization_id, hash) DO NOTHING',
        [organizationId, hash, expiresAt],
      )) === 1,
  };
}
