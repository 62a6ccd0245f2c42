import type { SignInFailureStore } from '@gateway/core';
import type { Port } from '../port.js';
import type { SignInFailuresRow } from '../../sql/rows.js';

/** Rolls back the unit of work when a subject is blocked, so that nothing is counted. */
class Blocked extends Error {
  constructor(readonly until: Date) {
    super('blocked');
  }
}

/** In SQL: the client cannot express the conditional upsert that counts an attempt. */
export function signInFailureStore({ sql }: Port): SignInFailureStore {
  return {
    async begin(organizationId, subjects, at, since) {
      // Ordered, so that two attempts do not deadlock.
      const ordered = subjects.toSorted((a, b) => (a.subject < b.subject ? -1 : 1));
      try {
        await sql.write(async (tx) => {
          for (const { subject, delayMs } of ordered) {
            const counted = await tx.first<Pick<SignInFailuresRow, 'count'>>(
              `INSERT INTO sign_in_failures (organization_id, subject, count, blocked_until, updated_at) VALUES (?, ?, 1, ?, ?)
               ON CONFLICT (organization_id, subject) DO UPDATE
                 SET count = CASE WHEN sign_in_failures.updated_at < ? THEN 1 ELSE sign_in_failures.count + 1 END,
                   updated_at = excluded.updated_at
                 WHERE sign_in_failures.blocked_until <= ?
               RETURNING count`,
              [organizationId, subject, at, at, since, at],
            );
            const mine = [organizationId, subject] as const;
            if (!counted) {
              const row = await tx.first<Pick<SignInFailuresRow, 'blockedUntil'>>(
                'SELECT blocked_until FROM sign_in_failures WHERE organization_id = ? AND subject = ?',
                mine,
              );
              throw new Blocked(row?.blockedUntil ?? at);
            }
            await tx.run('UPDATE sign_in_failures SET blocked_until = ? WHERE organization_id = ? AND subject = ?', [
              new Date(at.getTime() + delayMs(counted.count)),
              ...mine,
            ]);
          }
        });
        return null;
      } catch (error) {
        if (error instanceof Blocked) return error.until;
        throw error;
      }
    },

    async succeeded(organizationId, cleared, others, at) {
      await sql.write(async (tx) => {
        for (const subject of [cleared, ...others].toSorted()) {
          const mine = [organizationId, subject] as const;
          if (subject === cleared)
            await tx.run('DELETE FROM sign_in_failures WHERE organization_id = ? AND subject = ?', mine);
          else
            await tx.run(
              `UPDATE sign_in_failures SET count = count - 1, blocked_until = ?
               WHERE organization_id = ? AND subject = ? AND count > 0`,
              [at, ...mine],
            );
        }
      });
    },
  };
}
