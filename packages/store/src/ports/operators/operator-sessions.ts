import type { NewAuditEntry, SessionStore } from '@gateway/core';
import { endSessions } from './end-sessions.js';
import type { Port } from '../port.js';
import { storable } from '../../sql/storable.js';
import type { OperatorRow, SessionRow } from '../../sql/rows.js';

/** The lookups and updates that a request of the console makes are in SQL, like those of an API key. */
export function sessionStore({ sql, prisma, announce }: Port): SessionStore {
  const byId = 'organization_id = ? AND id = ?';
  const ended = (organizationId: string, id: string) => announce({ kind: 'operator', organizationId, id });

  /** Returns how many there were. */
  const endAndRecord = (
    where: { organizationId: string; operatorId: string; id?: string },
    audit: NewAuditEntry,
  ): Promise<number> =>
    prisma.transaction(async (tx) => {
      const count = await endSessions(tx, where);
      if (count > 0) await tx.auditEntry.create({ data: audit });
      return count;
    });

  return {
    async byToken(tokenHash) {
      const session =
        (await sql.first<SessionRow>('SELECT * FROM operator_session WHERE token_hash = ?', [tokenHash])) ??
        (await sql.first<SessionRow>('SELECT * FROM operator_session WHERE previous_token_hash = ?', [tokenHash]));
      if (!session) return null;
      const operator = await sql.first<OperatorRow>(`SELECT * FROM operator WHERE ${byId}`, [
        session.organizationId,
        session.operatorId,
      ]);
      return operator ? { session, operator } : null;
    },

    get: async (organizationId, id) =>
      (await sql.first<SessionRow>(`SELECT * FROM operator_session WHERE ${byId}`, [organizationId, id])) ?? null,

    begin: (session, passwordHash, audit) =>
      prisma.transaction(async (tx) => {
        const { organizationId, operatorId } = session;
        // Compares the password and locks the row: a concurrent change of the password or a new second factor leaves no session.
        const { count } = await tx.operator.updateMany({
          where: { organizationId, id: operatorId, passwordHash, secondFactorSince: null },
          data: { passwordHash },
        });
        if (count === 0) return false;
        await tx.operatorSession.create({ data: { ...session, userAgent: storable(session.userAgent) } });
        await tx.auditEntry.create({ data: audit });
        return true;
      }),

    rotate: async ({ organizationId, id, tokenHash: from }, { tokenHash, at, previousUntil }) =>
      (await sql.run(
        `UPDATE operator_session SET token_hash = ?, previous_token_hash = ?, previous_until = ?, rotated_at = ?
         WHERE ${byId} AND token_hash = ? AND expires_at > ?`,
        [tokenHash, from, previousUntil, at, organizationId, id, from, at],
      )) === 1,

    async touch({ organizationId, id, operatorId }, at, expiresAt) {
      await sql.write(async (tx) => {
        const seen = await tx.run(
          `UPDATE operator_session SET last_seen_at = ?, expires_at = ? WHERE ${byId} AND last_seen_at < ? AND expires_at > ?`,
          [at, expiresAt, organizationId, id, at, at],
        );
        if (seen === 0) return;
        await tx.run(
          `UPDATE operator SET last_seen_at = ? WHERE ${byId} AND (last_seen_at IS NULL OR last_seen_at < ?)`,
          [at, organizationId, operatorId, at],
        );
      });
    },

    list: (organizationId, operatorId, now) =>
      prisma.query(({ operatorSession }) =>
        operatorSession.findMany({
          where: { organizationId, operatorId, expiresAt: { gt: now } },
          orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
        }),
      ),

    async end(organizationId, operatorId, id, audit) {
      const done = (await endAndRecord({ organizationId, operatorId, id }, audit)) > 0;
      if (done) ended(organizationId, operatorId);
      return done;
    },

    async endAll(organizationId, operatorId, audit) {
      const count = await endAndRecord({ organizationId, operatorId }, audit);
      if (count > 0) ended(organizationId, operatorId);
      return count;
    },
  };
}
