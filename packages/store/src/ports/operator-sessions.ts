import type { SessionStore } from '@gateway/core';
import { writeAudit } from './audit.js';
import { endSessions } from './operators.js';
import type { Port } from './port.js';
import { insertInto } from '../sql/insert.js';
import { storable } from '../sql/storable.js';
import type { OperatorRow, SessionRow } from '../sql/rows.js';

export function sessionStore({ engine, sql, announce }: Port): SessionStore {
  const lockRow = engine === 'postgresql' ? 'FOR UPDATE' : '';
  const mine = 'organization_id = ? AND id = ?';
  const ended = (organizationId: string, id: string) => announce({ kind: 'operator', organizationId, id });

  return {
    async byToken(tokenHash) {
      const session =
        (await sql.first<SessionRow>('SELECT * FROM operator_session WHERE token_hash = ?', [tokenHash])) ??
        (await sql.first<SessionRow>('SELECT * FROM operator_session WHERE previous_token_hash = ?', [tokenHash]));
      if (!session) return null;
      const operator = await sql.first<OperatorRow>(`SELECT * FROM operator WHERE ${mine}`, [
        session.organizationId,
        session.operatorId,
      ]);
      return operator ? { session, operator } : null;
    },

    get: async (organizationId, id) =>
      (await sql.first<SessionRow>(`SELECT * FROM operator_session WHERE ${mine}`, [organizationId, id])) ?? null,

    begin: (session, passwordHash, audit) =>
      sql.write(async (tx) => {
        // Locked, lest a password that is changed at this moment leaves a session of the old one behind.
        const operator = await tx.first<Pick<OperatorRow, 'passwordHash'>>(
          `SELECT password_hash FROM operator WHERE ${mine} ${lockRow}`,
          [session.organizationId, session.operatorId],
        );
        if (operator?.passwordHash !== passwordHash) return false;
        const row = { ...session, userAgent: storable(session.userAgent) };
        await tx.run(...insertInto('operator_session', row));
        await writeAudit(tx, audit);
        return true;
      }),

    rotate: async ({ organizationId, id, tokenHash: from }, { tokenHash, at, previousUntil }) =>
      (await sql.run(
        `UPDATE operator_session SET token_hash = ?, previous_token_hash = ?, previous_until = ?, rotated_at = ?
         WHERE ${mine} AND token_hash = ? AND expires_at > ?`,
        [tokenHash, from, previousUntil, at, organizationId, id, from, at],
      )) === 1,

    async touch({ organizationId, id, operatorId }, at, expiresAt) {
      await sql.write(async (tx) => {
        const seen = await tx.run(
          `UPDATE operator_session SET last_seen_at = ?, expires_at = ? WHERE ${mine} AND last_seen_at < ? AND expires_at > ?`,
          [at, expiresAt, organizationId, id, at, at],
        );
        if (seen === 0) return;
        await tx.run(
          `UPDATE operator SET last_seen_at = ? WHERE ${mine} AND (last_seen_at IS NULL OR last_seen_at < ?)`,
          [at, organizationId, operatorId, at],
        );
      });
    },

    list: (organizationId, operatorId, now) =>
      sql.all<SessionRow>(
        `SELECT * FROM operator_session WHERE organization_id = ? AND operator_id = ? AND expires_at > ?
         ORDER BY created_at DESC, id`,
        [organizationId, operatorId, now],
      ),

    async end(organizationId, operatorId, id, audit) {
      const done = await sql.write(async (tx) => {
        const count = await tx.run(`DELETE FROM operator_session WHERE ${mine} AND operator_id = ?`, [
          organizationId,
          id,
          operatorId,
        ]);
        if (count > 0) await writeAudit(tx, audit);
        return count > 0;
      });
      if (done) ended(organizationId, operatorId);
      return done;
    },

    async endAll(organizationId, operatorId, audit) {
      const count = await sql.write(async (tx) => {
        const gone = await endSessions(tx, organizationId, operatorId);
        if (gone > 0) await writeAudit(tx, audit);
        return gone;
      });
      if (count > 0) ended(organizationId, operatorId);
      return count;
    },
  };
}
