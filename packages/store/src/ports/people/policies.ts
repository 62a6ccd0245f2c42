import type { NamedBy, PolicyChange, PolicyStore } from '@gateway/core';
import type { Transaction } from '../../engine/prisma.js';
import { holdProven } from '../channels/proven-channels.js';
import { ruleWithPolicy } from './rules.js';
import { among, notAmong } from '../../sql/conditions.js';
import type { PolicyRow } from '../../sql/rows.js';
import { organizationTransactions } from '../lock-organization.js';
import { olderThanSeq } from '../pages.js';
import type { Port } from '../port.js';

export function policyStore(port: Port): PolicyStore {
  const { engine, sql, prisma } = port;
  const transaction = organizationTransactions(port);
  const namedOutside = `SELECT 1 FROM channel WHERE organization_id = ? AND policy_id = ? AND ${notAmong(engine, 'channel_id')} LIMIT 1`;
  return {
    insert: (policy, audit) =>
      transaction<PolicyRow | 'unproven' | null>(policy.organizationId, async (tx, rollback) => {
        if (await read(tx, policy.organizationId, policy.policyId)) return null;
        if (!(await holdProven(tx, policy.organizationId, channelsOf(policy.rules.steps)))) return rollback('unproven');
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

    async hasStepIn(organizationId, channelId) {
      const found =
        engine === 'postgresql'
          ? `rules -> 'steps' @> jsonb_build_array(jsonb_build_object('channels', jsonb_build_array(CAST(? AS text))))`
          : `EXISTS (
              SELECT 1 FROM json_each(rules -> 'steps') step, json_each(step.value -> 'channels') named WHERE named.value = ?)`;
      const statement = `SELECT policy_id FROM policy WHERE organization_id = ? AND ${found} LIMIT 1`;
      return (await sql.first(statement, [organizationId, channelId])) !== undefined;
    },
    isNamedOutside: async (organizationId, policyId, channelIds) =>
      (await sql.first(namedOutside, [organizationId, policyId, JSON.stringify(channelIds)])) !== undefined,

    named: (organizationId, policyIds) =>
      sql.all<PolicyRow>(`SELECT * FROM policy WHERE organization_id = ? AND ${among(engine, 'policy_id')}`, [
        organizationId,
        JSON.stringify(policyIds),
      ]),

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
      transaction<PolicyRow | 'unproven' | null>(organizationId, async (tx, rollback) => {
        const before = await read(tx, organizationId, policyId);
        if (!before) return null;
        if (!(await holdProven(tx, organizationId, channelsOf(rules.steps ?? [])))) return rollback('unproven');
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
        const rule = await ruleWithPolicy(tx, organizationId, policyId);
        if (rule) return { refused: 'named', kind: 'rule', id: rule };
        await tx.policy.delete({ where: { organizationId_policyId: { organizationId, policyId } } });
        await tx.auditEntry.create({ data: audit });
        return policy;
      }),
  };
}

const channelsOf = (steps: NonNullable<PolicyChange['rules']['steps']>) =>
  steps.flatMap(({ channels = [] }) => channels);

async function read(tx: Transaction, organizationId: string, policyId: string): Promise<PolicyRow | null> {
  const where = { organizationId_policyId: { organizationId, policyId } };
  return (await tx.policy.findUnique({ where })) as PolicyRow | null;
}

function columnsOf<Row extends Partial<Pick<PolicyRow, 'rules'>>>(row: Row) {
  // The rules are JSON; the type of the client cannot know it.
  return row as Row & { rules: object };
}
