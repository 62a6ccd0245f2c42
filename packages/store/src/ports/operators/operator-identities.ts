import type { IdentityStore, NewAuditEntry, SessionRow } from '@gateway/core';
import { isDuplicate, type Transaction } from '../../engine/prisma.js';
import type { OperatorRow } from '../../sql/rows.js';
import { storable } from '../../sql/storable.js';
import { organizationTransactions } from '../lock-organization.js';
import type { Port } from '../port.js';

export function identityStore(port: Port): IdentityStore {
  const { prisma, announce } = port;
  const transaction = organizationTransactions(port);
  return {
    operatorOf: (organizationId, issuer, subject) =>
      prisma.query(async ({ operatorIdentity, operator }) => {
        const key = { organizationId, issuer, subject };
        const identity = await operatorIdentity.findUnique({ where: { organizationId_issuer_subject: key } });
        if (!identity) return null;
        const where = { organizationId_id: { organizationId, id: identity.operatorId } };
        return (await operator.findUnique({ where })) as OperatorRow | null;
      }),

    create: (operator, identity, session, audit) =>
      transaction<'created' | 'taken' | 'no_owner'>(operator.organizationId, async (tx, rollback) => {
        const { organizationId } = operator;
        // A set-up at the same time holds the lock, or finds this operator.
        if (
          operator.role !== 'owner' &&
          !(await tx.operator.findFirst({ where: { organizationId }, select: { id: true } }))
        )
          return 'no_owner';
        try {
          await tx.operator.create({ data: operator });
          await tx.operatorIdentity.create({ data: identity });
        } catch (error) {
          if (isDuplicate(error)) return rollback('taken');
          throw error;
        }
        await tx.oneTimeLink.deleteMany({ where: { organizationId, purpose: 'setup' } });
        await start(tx, session, [audit]);
        return 'created';
      }),

    link: (identity, session, audit) =>
      prisma.transaction<'linked' | 'other_identity' | 'changed'>(async (tx, rollback) => {
        if (!(await lockOperator(tx, session))) return 'changed';
        const { organizationId, operatorId, issuer } = identity;
        const where = { organizationId, operatorId, issuer };
        if (await tx.operatorIdentity.findFirst({ where, select: { subject: true } })) return 'other_identity';
        try {
          await tx.operatorIdentity.create({ data: identity });
        } catch (error) {
          if (isDuplicate(error)) return rollback('changed');
          throw error;
        }
        await start(tx, session, audit);
        return 'linked';
      }),

    begin: (session, audit) =>
      prisma.transaction(async (tx) => {
        if (!(await lockOperator(tx, session))) return false;
        await start(tx, session, [audit]);
        return true;
      }),

    async refresh({ organizationId, id }, change, audit) {
      const done = await prisma.transaction<OperatorRow | 'taken' | null>(async (tx, rollback) => {
        try {
          const [updated] = await tx.operator.updateManyAndReturn({
            where: { organizationId, id },
            data: { ...change, updatedAt: audit.at },
          });
          if (!updated) return null;
          await tx.auditEntry.create({ data: audit });
          return updated as OperatorRow;
        } catch (error) {
          if (isDuplicate(error)) return rollback('taken');
          throw error;
        }
      });
      if (done !== null && done !== 'taken') announce({ kind: 'operator', organizationId, id });
      return done;
    },

    async endProviderSession(organizationId, providerSession, audit) {
      const where = { organizationId, providerSession };
      const { count, operators } = await prisma.transaction(async (tx) => {
        const ended = await tx.operatorSession.findMany({ where, select: { id: true, operatorId: true } });
        const { count } = await tx.operatorSession.deleteMany({ where });
        await tx.pushDevice.deleteMany({
          where: {
            organizationId,
            operatorId: { in: ended.map(({ operatorId }) => operatorId) },
            sessionId: { in: ended.map(({ id }) => id) },
          },
        });
        const operators = [...new Set(ended.map(({ operatorId }) => operatorId))];
        await tx.auditEntry.createMany({ data: operators.map(audit) });
        return { count, operators };
      });
      announce(...operators.map((id) => ({ kind: 'operator' as const, organizationId, id })));
      return count;
    },
  };
}

/** Locks the operator's row, so that a removal at the same time leaves no session. False: the operator was removed. */
async function lockOperator(
  tx: Transaction,
  { organizationId, operatorId, createdAt }: Pick<SessionRow, 'organizationId' | 'operatorId' | 'createdAt'>,
): Promise<boolean> {
  const { count } = await tx.operator.updateMany({
    where: { organizationId, id: operatorId },
    data: { lastSeenAt: createdAt },
  });
  return count === 1;
}

async function start(tx: Transaction, session: SessionRow, audit: readonly NewAuditEntry[]): Promise<void> {
  await tx.operatorSession.create({ data: { ...session, userAgent: storable(session.userAgent) } });
  await tx.auditEntry.createMany({ data: [...audit] });
}
