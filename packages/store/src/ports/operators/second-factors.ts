import type { FactorOwner, FactorProof, FactorReference, NewFactor, SecondFactorStore } from '@gateway/core';
import { isDuplicate, type Transaction } from '../../engine/prisma.js';
import { storable } from '../../sql/storable.js';
import { toStored } from './passkeys.js';
import { endSessions } from './end-sessions.js';
import type { Port } from '../port.js';

const only = ({ organizationId, operatorId }: FactorOwner): FactorOwner => ({ organizationId, operatorId });

/** Every change locks the operator's row first, so that a sign-in at the same time sees all of it or nothing. */
export function secondFactorStore({ prisma, announce }: Port): SecondFactorStore {
  const changed = ({ organizationId, operatorId }: FactorOwner) =>
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

    summaries: (organizationId) =>
      prisma.query(async ({ operatorAuthenticator, operatorPasskey }) => {
        const where = { organizationId };
        const apps = await operatorAuthenticator.findMany({ where, select: { operatorId: true } });
        const passkeys = await operatorPasskey.groupBy({ by: ['operatorId'], where, _count: true });
        const found = new Map(apps.map(({ operatorId }) => [operatorId, { authenticator: true, passkeys: 0 }]));
        for (const { operatorId, _count } of passkeys)
          found.set(operatorId, { authenticator: found.has(operatorId), passkeys: _count });
        return found;
      }),

    async add(factor, recoveryCodes, { maxPasskeys }, keepSession, audit) {
      const owner = only(factor.row);
      const done = await prisma.transaction<Awaited<ReturnType<SecondFactorStore['add']>>>(async (tx, rollback) => {
        const isFirst = await setSince(tx, owner, factor.row.createdAt);
        if (!isFirst && !(await lock(tx, owner, {}))) return 'gone';
        if (factor.kind === 'passkey' && (await tx.operatorPasskey.count({ where: owner })) >= maxPasskeys)
          return rollback('full');
        try {
          await insert(tx, factor);
        } catch (error) {
          if (isDuplicate(error)) return rollback('exists');
          throw error;
        }
        if (isFirst) await replaceCodes(tx, owner, recoveryCodes);
        await endOthers(tx, owner, keepSession);
        await tx.auditEntry.create({ data: audit });
        return isFirst ? 'first' : 'added';
      });
      if (done === 'first' || done === 'added') changed(owner);
      return done;
    },

    async remove(owner, factor, keepSession, audit) {
      const done = await prisma.transaction(async (tx) => {
        if (!(await lock(tx, owner, {}))) return false;
        if (!(await drop(tx, owner, factor))) return false;
        if (!(await hasFactor(tx, owner))) {
          await clearSince(tx, owner, audit.at);
          await tx.operatorRecoveryCode.deleteMany({ where: only(owner) });
        }
        await endOthers(tx, owner, keepSession);
        await tx.auditEntry.create({ data: audit });
        return true;
      });
      if (done) changed(owner);
      return done;
    },

    async removeAll(owner, audit) {
      const done = await prisma.transaction(async (tx) => {
        if (!(await clearSince(tx, owner, audit.at))) return false;
        await dropSecondFactors(tx, owner.organizationId, owner.operatorId);
        await endOthers(tx, owner, null);
        await tx.auditEntry.create({ data: audit });
        return true;
      });
      if (done) changed(owner);
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

    use: (owner, proof) => prisma.transaction((tx) => use(tx, owner, proof)),

    begin: (session, passwordHash, proof, audit) =>
      prisma.transaction<boolean>(async (tx) => {
        if (!(await lock(tx, session, passwordHash === null ? {} : { passwordHash }))) return false;
        if (!(await use(tx, session, proof))) return false;
        await tx.operatorSession.create({ data: { ...session, userAgent: storable(session.userAgent) } });
        await tx.auditEntry.createMany({ data: [...audit] });
        return true;
      }),
  };
}

/** Deletes the second factors and recovery codes of an operator. */
export async function dropSecondFactors(tx: Transaction, organizationId: string, operatorId: string): Promise<void> {
  const where = { organizationId, operatorId };
  await tx.operatorAuthenticator.deleteMany({ where });
  await tx.operatorPasskey.deleteMany({ where });
  await tx.operatorRecoveryCode.deleteMany({ where });
}

/** Records that an operator has a second factor from now on, and locks the row. False: the operator has one already, or was removed. */
async function setSince(tx: Transaction, { organizationId, operatorId }: FactorOwner, at: Date): Promise<boolean> {
  const { count } = await tx.operator.updateMany({
    where: { organizationId, id: operatorId, secondFactorSince: null },
    data: { secondFactorSince: at, updatedAt: at },
  });
  return count === 1;
}

/** False: the operator has no second factor, or was removed. */
async function clearSince(tx: Transaction, { organizationId, operatorId }: FactorOwner, at: Date): Promise<boolean> {
  const { count } = await tx.operator.updateMany({
    where: { organizationId, id: operatorId, secondFactorSince: { not: null } },
    data: { secondFactorSince: null, updatedAt: at },
  });
  return count === 1;
}

/** Locks the row of an operator with a second factor. False: there is none, or the password is another one. */
async function lock(
  tx: Transaction,
  { organizationId, operatorId }: FactorOwner,
  password: { readonly passwordHash?: string },
): Promise<boolean> {
  const where = { organizationId, id: operatorId, ...password, secondFactorSince: { not: null } };
  // An update without a change: it locks the row on both engines.
  return (await tx.operator.updateMany({ where, data: { organizationId } })).count === 1;
}

async function insert(tx: Transaction, factor: NewFactor): Promise<void> {
  if (factor.kind === 'authenticator') await tx.operatorAuthenticator.create({ data: factor.row });
  else await tx.operatorPasskey.create({ data: toStored(factor.row) });
}

async function drop(tx: Transaction, owner: FactorOwner, factor: FactorReference): Promise<boolean> {
  const { count } =
    factor.kind === 'authenticator'
      ? await tx.operatorAuthenticator.deleteMany({ where: only(owner) })
      : await tx.operatorPasskey.deleteMany({ where: { ...only(owner), id: factor.id } });
  return count === 1;
}

async function hasFactor(tx: Transaction, owner: FactorOwner): Promise<boolean> {
  const where = only(owner);
  const select = { operatorId: true };
  return (
    (await tx.operatorAuthenticator.findFirst({ where, select })) !== null ||
    (await tx.operatorPasskey.findFirst({ where, select })) !== null
  );
}

/** Uses up a proof. False: it was used before, or is unknown. */
async function use(tx: Transaction, owner: FactorOwner, proof: FactorProof): Promise<boolean> {
  if (proof.kind === 'recovery_code')
    return (await tx.operatorRecoveryCode.deleteMany({ where: { ...only(owner), hash: proof.hash } })).count === 1;
  if (proof.kind === 'authenticator') {
    const where = { ...only(owner), lastStep: { lt: proof.step } };
    return (await tx.operatorAuthenticator.updateMany({ where, data: { lastStep: proof.step } })).count === 1;
  }
  const counter = BigInt(proof.counter);
  // An authenticator that counts must have a higher number than before. Others always send 0.
  const before = counter === 0n ? { equals: 0n } : { lt: counter };
  const { count } = await tx.operatorPasskey.updateMany({
    where: { ...only(owner), id: proof.id, counter: before },
    data: { counter, backedUp: proof.backedUp, lastUsedAt: proof.at },
  });
  return count === 1;
}

async function replaceCodes(tx: Transaction, owner: FactorOwner, hashes: readonly string[]): Promise<void> {
  await tx.operatorRecoveryCode.deleteMany({ where: only(owner) });
  await tx.operatorRecoveryCode.createMany({ data: hashes.map((hash) => ({ ...only(owner), hash })) });
}

async function endOthers(tx: Transaction, owner: FactorOwner, keepSession: string | null): Promise<void> {
  await endSessions(tx, { ...only(owner), ...(keepSession !== null && { id: { not: keepSession } }) });
}
