import type { OperatorStore } from '@gateway/core';
import { isDuplicate, type Transaction } from '../../engine/prisma.js';
import type { OperatorRow } from '../../sql/rows.js';
import { endSessions } from './end-sessions.js';
import { dropLinksMadeBy, dropPasswordLinks, useLink } from '../people/link-rules.js';
import { organizationTransactions } from '../lock-organization.js';
import { dropSecondFactors } from './second-factors.js';
import type { Port } from '../port.js';

export function operatorStore(port: Port): OperatorStore {
  const { sql, prisma, announce } = port;
  const transaction = organizationTransactions(port);
  const changed = (organizationId: string, id: string) => announce({ kind: 'operator', organizationId, id });

  return {
    // In SQL: every start asks this, and must not load the Prisma client.
    any: async (organizationId) =>
      (await sql.first('SELECT 1 AS found FROM operator WHERE organization_id = ? LIMIT 1', [organizationId])) !==
      undefined,

    list: (organizationId) =>
      prisma.query(
        async ({ operator }) =>
          (await operator.findMany({ where: { organizationId }, orderBy: { seq: 'asc' } })) as OperatorRow[],
      ),

    // In SQL, because every open event stream of a console causes it.
    get: async (organizationId, id) =>
      (await sql.first<OperatorRow>('SELECT * FROM operator WHERE organization_id = ? AND id = ?', [
        organizationId,
        id,
      ])) ?? null,

    byEmail: (organizationId, email) =>
      prisma.query(
        async ({ operator }) =>
          (await operator.findUnique({
            where: { organizationId_email: { organizationId, email } },
          })) as OperatorRow | null,
      ),

    createFirst: (operator, session, linkHash, audit) =>
      transaction<'created' | 'exists' | 'no_link'>(operator.organizationId, async (tx, rollback) => {
        const { organizationId, createdAt } = operator;
        if (await tx.operator.findFirst({ where: { organizationId }, select: { id: true } })) return 'exists';
        if (!(await useLink(tx, 'setup', linkHash, createdAt))) return rollback('no_link');
        await tx.oneTimeLink.deleteMany({ where: { organizationId, purpose: 'setup' } });
        await tx.operator.create({ data: operator });
        await tx.operatorSession.create({ data: session });
        await tx.auditEntry.create({ data: audit });
        return 'created';
      }),

    createInvited: (operator, session, linkHash, audit) =>
      prisma.transaction<OperatorRow | 'no_link' | 'taken'>(async (tx, rollback) => {
        const link = await useLink(tx, 'invitation', linkHash, operator.createdAt);
        if (!link?.role) return rollback('no_link');
        const row = await tx.operator.create({ data: { ...operator, role: link.role } }).catch((error: unknown) => {
          if (isDuplicate(error)) return rollback('taken');
          throw error;
        });
        await tx.operatorSession.create({ data: session });
        await tx.auditEntry.create({ data: audit });
        return row as OperatorRow;
      }),

    async changePassword({ organizationId, id, from, to, at, keepSession }, audit) {
      const done = await prisma.transaction(async (tx) => {
        const { count } = await tx.operator.updateMany({
          where: { organizationId, id, passwordHash: from },
          data: { passwordHash: to, updatedAt: at },
        });
        if (count === 0) return false;
        await endSessions(tx, { organizationId, operatorId: id, id: { not: keepSession } });
        await dropPasswordLinks(tx, organizationId, id);
        await tx.auditEntry.create({ data: audit });
        return true;
      });
      if (done) changed(organizationId, id);
      return done;
    },

    async resetPassword(passwordHash, session, linkHash, audit) {
      const { organizationId, operatorId, createdAt } = session;
      const done = await prisma.transaction<'signed_in' | 'needs_second_factor' | 'no_link'>(async (tx, rollback) => {
        // The update comes first: it locks the row that a concurrent sign-in compares its password with.
        const [operator] = await tx.operator.updateManyAndReturn({
          where: { organizationId, id: operatorId },
          data: { passwordHash, updatedAt: createdAt },
        });
        const link = await useLink(tx, 'password', linkHash, createdAt);
        if (!operator || link?.operatorId !== operatorId) return rollback('no_link');
        await endSessions(tx, { organizationId, operatorId });
        await dropPasswordLinks(tx, organizationId, operatorId);
        await tx.auditEntry.create({ data: audit });
        if (operator.secondFactorSince !== null) return 'needs_second_factor';
        await tx.operatorSession.create({ data: session });
        return 'signed_in';
      });
      if (done !== 'no_link') changed(organizationId, operatorId);
      return done;
    },

    async update(organizationId, id, { name, role }, audit) {
      const row = await transaction(organizationId, async (tx) => {
        const where = { organizationId_id: { organizationId, id } };
        const before = await tx.operator.findUnique({ where });
        if (!before) return null;
        if (role !== undefined && role !== 'owner' && (await isLastOwner(tx, organizationId, id))) return null;
        const entry = audit(before as OperatorRow);
        const updated = await tx.operator.update({ where, data: { name, role, updatedAt: entry.at } });
        if (updated.role !== 'owner') await dropLinksMadeBy(tx, organizationId, id);
        await tx.auditEntry.create({ data: entry });
        return updated as OperatorRow;
      });
      if (row) changed(organizationId, id);
      return row;
    },

    async remove(organizationId, id, audit) {
      const row = await transaction(organizationId, async (tx) => {
        // With the lock the operator that is read here is the one that is deleted.
        const where = { organizationId_id: { organizationId, id } };
        const operator = await tx.operator.findUnique({ where });
        if (!operator || (await isLastOwner(tx, organizationId, id))) return null;
        await tx.operator.delete({ where });
        await tx.person.updateMany({ where: { organizationId, operatorId: id }, data: { operatorId: null } });
        await endSessions(tx, { organizationId, operatorId: id });
        await tx.operatorNotifications.deleteMany({ where: { organizationId, operatorId: id } });
        await tx.savedView.deleteMany({ where: { organizationId, operatorId: id } });
        await tx.conversationRead.deleteMany({ where: { organizationId, operatorId: id } });
        await tx.operatorIdentity.deleteMany({ where: { organizationId, operatorId: id } });
        await dropSecondFactors(tx, organizationId, id);
        await dropPasswordLinks(tx, organizationId, id);
        await dropLinksMadeBy(tx, organizationId, id);
        await tx.auditEntry.create({ data: audit });
        return operator as OperatorRow;
      });
      if (row) changed(organizationId, id);
      return row;
    },
  };
}

/** Reliable while the organization is locked. */
async function isLastOwner(tx: Transaction, organizationId: string, id: string): Promise<boolean> {
  const owners = await tx.operator.findMany({
    where: { organizationId, role: 'owner' },
    select: { id: true },
    take: 2,
  });
  return owners.length === 1 && owners[0]?.id === id;
}
