import type { NamedBy, PolicyStore } from '@gateway/core';
import type { Transaction } from '../engine/prisma.js';
import type { PolicyRow } from '../sql/rows.js';
import { organizationTransactions } from './lock-organization.js';
import { olderThanSeq } from './pages.js';
import type { Port } from './port.js';

export function policyStore(port: Port): PolicyStore {
  const { sql, prisma } = port;
  const transaction = organizationTransactions(port);
  return {
    insert: (policy, audit) =>
      transaction(policy.organizationId, async (tx) => {
        if (await read(tx, policy.organizationId, policy.policyId)) return null;
        const row = await tx.policy.create({ data: { ...columnsOf(policy), updatedAt: policy.createdAt } });
        await tx.auditEntry.create({ data: audit });
        return row as PolicyRow;
      }),

    // In SQL: questions look up their policy.
    get: async (organizationId, policyId) =>
      (await sql.first<PolicyRow>('SELECT * FROM policy WHERE organization_id = ? AND policy_id = ?', [
        organizationId,
        policyId,
      ])) ?? null,

    list: (organizationId, page) =>
      prisma.query(
        async ({ policy }) =>
          (await policy.findMany({
            where: { organizationId, seq: olderThanSeq(page) },
            orderBy: { seq: 'desc' },
            take: page.limit,
          })) as PolicyRow[],
      ),

    update: (organizationId, policyId, { name, rules }, audit) =>
      transaction(organizationId, async (tx) => {
        const before = await read(tx, organizationId, policyId);
        if (!before) return null;
        const entry = audit(before);
        const row = await tx.policy.update({
          where: { organizationId_policyId: { organizationId, policyId } },
          data: { ...columnsOf({ rules: { ...before.rules, ...rules } }), name, updatedAt: entry.at },
        });
        await tx.auditEntry.create({ data: entry });
        return row as PolicyRow;
      }),

    remove: (organizationId, policyId, audit) =>
      transaction<PolicyRow | NamedBy | null>(organizationId, async (tx) => {
        const policy = await read(tx, organizationId, policyId);
        if (!policy) return null;
        const channel = await tx.channel.findFirst({ where: { organizationId, policyId } });
        if (channel) return { refused: 'named', kind: 'channel', id: channel.channelId };
        await tx.policy.delete({ where: { organizationId_policyId: { organizationId, policyId } } });
        await tx.auditEntry.create({ data: audit });
        return policy;
      }),
  };
}

async function read(tx: Transaction, organizationId: string, policyId: string): Promise<PolicyRow | null> {
  const where = { organizationId_policyId: { organizationId, policyId } };
  return (await tx.policy.findUnique({ where })) as PolicyRow | null;
}

function columnsOf<Row extends Partial<Pick<PolicyRow, 'rules'>>>(row: Row) {
  // The rules are JSON; the type of the client cannot know it.
  return row as Row & { rules: object };
}
