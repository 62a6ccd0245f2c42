import type { OperatorStore } from '@gateway/core';
import { writeAudit } from './audit.js';
import type { Port } from './port.js';
import { insertInto } from '../sql/insert.js';
import type { Sql } from '../sql/sql.js';
import { takeTurns } from '../sql/locks.js';
import type { OperatorRow, OneTimeLinkRow } from '../sql/rows.js';

/** Ends a unit of work without a trace, with what it found out. */
class Undone<Outcome> extends Error {
  constructor(readonly outcome: Outcome) {
    super('undone');
  }
}

export function operatorStore({ engine, sql, announce }: Port): OperatorStore {
  const lockRow = engine === 'postgresql' ? 'FOR UPDATE' : '';
  const mine = 'organization_id = ? AND id = ?';
  /** Whether a row of the table is not the last owner. */
  const isSpared = `(operator.role <> 'owner' OR EXISTS (
    SELECT 1 FROM operator other
    WHERE other.organization_id = operator.organization_id AND other.role = 'owner' AND other.id <> operator.id))`;

  /** A unit that may find out halfway that it must not be. */
  const attempt = async <Outcome>(
    work: (tx: Sql, undo: (outcome: Outcome) => never) => Promise<Outcome>,
  ): Promise<Outcome> => {
    try {
      return await sql.write((tx) =>
        work(tx, (outcome) => {
          throw new Undone(outcome);
        }),
      );
    } catch (error) {
      if (error instanceof Undone) return error.outcome as Outcome;
      throw error;
    }
  };

  const useUp = (tx: Sql, purpose: OneTimeLinkRow['purpose'], linkHash: string, at: Date) =>
    tx.first<OneTimeLinkRow>(
      `DELETE FROM one_time_link WHERE token_hash = ? AND purpose = ? AND expires_at > ? AND ${isOffered} RETURNING *`,
      [linkHash, purpose, at],
    );

  const get = async (organizationId: string, id: string) =>
    (await sql.first<OperatorRow>(`SELECT * FROM operator WHERE ${mine}`, [organizationId, id])) ?? null;

  const changed = (organizationId: string, id: string) => announce({ kind: 'operator', organizationId, id });

  return {
    any: async (organizationId) =>
      (await sql.first('SELECT 1 AS found FROM operator WHERE organization_id = ? LIMIT 1', [organizationId])) !==
      undefined,

    list: (organizationId) =>
      sql.all<OperatorRow>('SELECT * FROM operator WHERE organization_id = ? ORDER BY seq', [organizationId]),

    get,

    byEmail: async (organizationId, email) =>
      (await sql.first<OperatorRow>('SELECT * FROM operator WHERE organization_id = ? AND email = ?', [
        organizationId,
        email,
      ])) ?? null,

    createFirst: (operator, session, linkHash, audit) =>
      attempt<'created' | 'exists' | 'no_link'>(async (tx, undo) => {
        const { organizationId, createdAt } = operator;
        await takeTurns(engine, tx, organizationId);
        if (await tx.first('SELECT 1 AS found FROM operator WHERE organization_id = ? LIMIT 1', [organizationId]))
          return 'exists';
        if (!(await useUp(tx, 'setup', linkHash, createdAt))) return undo('no_link');
        await tx.run(`DELETE FROM one_time_link WHERE organization_id = ? AND purpose = 'setup'`, [organizationId]);
        await tx.run(...insertInto('operator', { ...operator }));
        await tx.run(...insertInto('operator_session', { ...session }));
        await writeAudit(tx, audit);
        return 'created';
      }),

    createInvited: (operator, session, linkHash, audit) =>
      attempt<OperatorRow | 'no_link' | 'taken'>(async (tx, undo) => {
        const link = await useUp(tx, 'invitation', linkHash, operator.createdAt);
        if (!link?.role) return undo('no_link');
        const [statement, params] = insertInto('operator', { ...operator, role: link.role });
        const row = await tx.first<OperatorRow>(
          `${statement} ON CONFLICT (organization_id, email) DO NOTHING RETURNING *`,
          params,
        );
        if (!row) return undo('taken');
        await tx.run(...insertInto('operator_session', { ...session }));
        await writeAudit(tx, audit);
        return row;
      }),

    async changePassword({ organizationId, id, from, to, at, keepSession }, audit) {
      const done = await sql.write(async (tx) => {
        const set = await tx.run(
          `UPDATE operator SET password_hash = ?, updated_at = ? WHERE ${mine} AND password_hash = ?`,
          [to, at, organizationId, id, from],
        );
        if (set === 0) return false;
        await tx.run('DELETE FROM operator_session WHERE organization_id = ? AND operator_id = ? AND id <> ?', [
          organizationId,
          id,
          keepSession,
        ]);
        await dropPasswordLinks(tx, organizationId, id);
        await writeAudit(tx, audit);
        return true;
      });
      if (done) changed(organizationId, id);
      return done;
    },

    async resetPassword(passwordHash, session, linkHash, audit) {
      const { organizationId, operatorId, createdAt } = session;
      const done = await attempt<boolean>(async (tx, undo) => {
        // First of all: whoever signs in meanwhile looks at this row.
        const operator = await tx.first(`SELECT id FROM operator WHERE ${mine} ${lockRow}`, [
          organizationId,
          operatorId,
        ]);
        const link = await useUp(tx, 'password', linkHash, createdAt);
        if (!operator || link?.operatorId !== operatorId) return undo(false);
        await tx.run(`UPDATE operator SET password_hash = ?, updated_at = ? WHERE ${mine}`, [
          passwordHash,
          createdAt,
          organizationId,
          operatorId,
        ]);
        await endSessions(tx, organizationId, operatorId);
        await dropPasswordLinks(tx, organizationId, operatorId);
        await tx.run(...insertInto('operator_session', { ...session }));
        await writeAudit(tx, audit);
        return true;
      });
      if (done) changed(organizationId, operatorId);
      return done;
    },

    async update(organizationId, id, { name, role }, audit) {
      const row = await sql.write(async (tx) => {
        await takeTurns(engine, tx, organizationId);
        const updated = await tx.first<OperatorRow>(
          `UPDATE operator SET name = COALESCE(?, name), role = COALESCE(?, role), updated_at = ?
           WHERE ${mine} ${role === undefined || role === 'owner' ? '' : `AND ${isSpared}`} RETURNING *`,
          [name ?? null, role ?? null, audit.at, organizationId, id],
        );
        if (!updated) return null;
        if (updated.role !== 'owner') await dropLinksBy(tx, organizationId, id);
        await writeAudit(tx, audit);
        return updated;
      });
      if (row) changed(organizationId, id);
      return row;
    },

    async remove(organizationId, id, audit) {
      const row = await sql.write(async (tx) => {
        await takeTurns(engine, tx, organizationId);
        const removed = await tx.first<OperatorRow>(`DELETE FROM operator WHERE ${mine} AND ${isSpared} RETURNING *`, [
          organizationId,
          id,
        ]);
        if (!removed) return null;
        await endSessions(tx, organizationId, id);
        await dropPasswordLinks(tx, organizationId, id);
        await dropLinksBy(tx, organizationId, id);
        await writeAudit(tx, audit);
        return removed;
      });
      if (row) changed(organizationId, id);
      return row;
    },
  };
}

/** All of one operator's; returns how many there were. */
export function endSessions(tx: Sql, organizationId: string, operatorId: string): Promise<number> {
  return tx.run('DELETE FROM operator_session WHERE organization_id = ? AND operator_id = ?', [
    organizationId,
    operatorId,
  ]);
}

/** Of one operator. */
export async function dropPasswordLinks(tx: Sql, organizationId: string, operatorId: string): Promise<void> {
  await tx.run(`DELETE FROM one_time_link WHERE organization_id = ? AND purpose = 'password' AND operator_id = ?`, [
    organizationId,
    operatorId,
  ]);
}

/**
 * Whether who made a link may still do so, beside `dropLinksBy`: an owner's last request may come in just after they ceased to be
 * one. The gateway's own links have no maker.
 */
export const isOffered = `(created_by IS NULL OR EXISTS (
  SELECT 1 FROM operator maker
  WHERE maker.organization_id = one_time_link.organization_id AND maker.id = one_time_link.created_by AND maker.role = 'owner'))`;

/** What an operator invited or helped others with must not outlive their right to: they could come back by it. */
async function dropLinksBy(tx: Sql, organizationId: string, operatorId: string): Promise<void> {
  await tx.run(
    `DELETE FROM one_time_link WHERE organization_id = ? AND purpose IN ('invitation', 'password') AND created_by = ?`,
    [organizationId, operatorId],
  );
}
