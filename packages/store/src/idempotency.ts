import type { IdempotencyStore, KeyClaim } from '@gateway/core';
import type { Port } from './port.js';

/** Another request can free the key between the two statements; more often than this it cannot be chance. */
const looks = 5;

export function idempotencyStore({ sql }: Port): IdempotencyStore {
  return {
    async begin({ organizationId, caller, key, fingerprint, until }, now) {
      for (let look = 0; look < looks; look += 1) {
        const taken = await sql.run(
          `INSERT INTO idempotent_request (organization_id, caller, key, fingerprint, expires_at) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT (organization_id, caller, key) DO UPDATE
             SET fingerprint = excluded.fingerprint, expires_at = excluded.expires_at, status = NULL, body = NULL
             WHERE idempotent_request.expires_at <= ?`,
          [organizationId, caller, key, fingerprint, until, now],
        );
        if (taken === 1) return { state: 'begun' };
        const earlier = await sql.first<{ fingerprint: string; status: number | null; body: string | null }>(
          'SELECT fingerprint, status, body FROM idempotent_request WHERE organization_id = ? AND caller = ? AND key = ?',
          [organizationId, caller, key],
        );
        if (!earlier) continue;
        if (earlier.fingerprint !== fingerprint) return { state: 'mismatch' };
        const { status, body } = earlier;
        return status === null || body === null ? { state: 'running' } : { state: 'done', outcome: { status, body } };
      }
      return { state: 'running' };
    },

    async renew(claim, until) {
      return (
        (await sql.run(`UPDATE idempotent_request SET expires_at = ? WHERE ${held}`, [until, ...holderOf(claim)])) === 1
      );
    },

    async finish(claim, { status, body }, forgetAt) {
      await sql.run(`UPDATE idempotent_request SET status = ?, body = ?, expires_at = ? WHERE ${held}`, [
        status,
        body,
        forgetAt,
        ...holderOf(claim),
      ]);
    },

    async release(claim) {
      await sql.run(`DELETE FROM idempotent_request WHERE ${held}`, holderOf(claim));
    },
  };
}

const held = 'organization_id = ? AND caller = ? AND key = ? AND status IS NULL AND expires_at = ?';

function holderOf({ organizationId, caller, key, until }: KeyClaim) {
  return [organizationId, caller, key, until];
}
