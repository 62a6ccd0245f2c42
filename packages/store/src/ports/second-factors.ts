import type { AuthenticatorRow, FactorProof, SecondFactorStore } from '@gateway/core';
import { isDuplicate, type Transaction } from '../engine/prisma.js';
import { storable } from '../sql/storable.js';
import { endSessions } from './end-sessions.js';
import type { Port } from './port.js';

type Owner = Pick<AuthenticatorRow, 'organizationId' | 'operatorId'>;

const only = ({ organizationId, operatorId }: Owner): Owner => ({ organizationId, operatorId });

/** Every change locks the operator's row first, so that a sign-in at the same time sees all of it or nothing. */
export function secondFactorStore({ prisma, announce }: Port): SecondFactorStore {
  const changed = ({ organizationId, operatorId }: Owner) =>
    announce({ kind: 'operator', organizationId, id: operatorId });

  return {
    authenticator: (owner) =>
      prisma.query(({ operatorAuthenticator }) =>
        operatorAuthenticator.findUnique({ where: { organizationId_operatorId: only(owner) } }),
      ),

    authenticators: (organizationId) =>
      prisma.query(({ operatorAuthenticator }) => operatorAuthenticator.findMany({ where: { organizationId } })),

    countRecoveryCodes: (owner) =>
      prisma.query(({ operatorRecoveryCode }) => operatorRecoveryCode.count({ where: only(owner) })),

    async addAuthenticator(authenticator, recoveryCodes, keepSession, audit) {
      const { organizationId, operatorId, createdAt } = authenticator;
      const done = await prisma.transaction<boolean>(async (tx, rollback) => {
        const { count } = await tx.operator.updateMany({
          where: { organizationId, id: operatorId },
          data: { secondFactorSince: createdAt, updatedAt: createdAt },
        });
        if (count === 0) return false;
        try {
          await tx.operatorAuthenticator.create({ data: authenticator });
        } catch (error) {
          if (isDuplicate(error)) return rollback(false);
          throw error;
        }
        await replaceCodes(tx, authenticator, recoveryCodes);
        await endOthers(tx, authenticator, keepSession);
        await tx.auditEntry.create({ data: audit });
        return true;
      });
      if (done) changed(authenticator);
      return done;
    },

    replaceRecoveryCodes: (owner, hashes, audit) =>
      prisma.transaction(async (tx) => {
        if (!(await lock(tx, owner, {}))) return false;
        await replaceCodes(tx, owner, hashes);
        await tx.auditEntry.create({ data: audit });
        return true;
      }),

    replaceSecret: (authenticator, secret) =>
      prisma.transaction(async (tx) => {
        const where = { ...only(authenticator), secret: authenticator.secret };
        return (await tx.operatorAuthenticator.updateMany({ where, data: { secret } })).count === 1;
      }),

    async remove(owner, keepSession, audit) {
      const done = await prisma.transaction(async (tx) => {
        const { count } = await tx.operator.updateMany({
          where: { organizationId: owner.organizationId, id: owner.operatorId, secondFactorSince: { not: null } },
          data: { secondFactorSince: null, updatedAt: audit.at },
        });
        if (count === 0) return false;
        await dropSecondFactors(tx, owner.organizationId, owner.operatorId);
        await endOthers(tx, owner, keepSession);
        await tx.auditEntry.create({ data: audit });
        return true;
      });
      if (done) changed(owner);
      return done;
    },

    begin: (session, passwordHash, proof, audit) =>
      prisma.transaction<boolean>(async (tx) => {
        if (!(await lock(tx, session, { passwordHash }))) return false;
        if (!(await use(tx, session, proof))) return false;
        await tx.operatorSession.create({ data: { ...session, userAgent: storable(session.userAgent) } });
        await tx.auditEntry.createMany({ data: [...audit] });
        return true;
      }),
  };
}

/** Deletes the second factors and recovery codes of an operator. */
export async function dropSecondFactors(tx: Transaction, organizationId: string, operatorId: string): Promise<void> {
  await tx.operatorAuthenticator.deleteMany({ where: { organizationId, operatorId } });
  await tx.operatorRecoveryCode.deleteMany({ where: { organizationId, operatorId } });
}

/** Locks the row of an operator with a second factor. False: there is none, or the password is another one. */
async function lock(
  tx: Transaction,
  { organizationId, operatorId }: Owner,
  password: { readonly passwordHash?: string },
): Promise<boolean> {
  const where = { organizationId, id: operatorId, ...password, secondFactorSince: { not: null } };
  // An update without a change: it locks the row on both engines.
  return (await tx.operator.updateMany({ where, data: { organizationId } })).count === 1;
}

/** Uses up a proof. False: it was used before, or is unknown. */
async function use(tx: Transaction, owner: Owner, proof: FactorProof): Promise<boolean> {
  const { count } =
    proof.kind === 'authenticator'
      ? await tx.operatorAuthenticator.updateMany({
          where: { ...only(owner), lastStep: { lt: proof.step } },
          data: { lastStep: proof.step },
        })
      : await tx.operatorRecoveryCode.deleteMany({ where: { ...only(owner), hash: proof.hash } });
  return count === 1;
}

async function replaceCodes(tx: Transaction, owner: Owner, hashes: readonly string[]): Promise<void> {
  await tx.operatorRecoveryCode.deleteMany({ where: only(owner) });
  await tx.operatorRecoveryCode.createMany({ data: hashes.map((hash) => ({ ...only(owner), hash })) });
}

async function endOthers(tx: Transaction, owner: Owner, keepSession: string | null): Promise<void> {
  await endSessions(tx, { ...only(owner), ...(keepSession !== null && { id: { not: keepSession } }) });
}
