import type { NewAuditEntry, RuleChange, RuleProblem, RuleRow as CoreRule, RuleStore } from '@gateway/core';
import type { Transaction } from '../../engine/prisma.js';
import type { RuleRow } from '../../sql/rows.js';
import { declareRules } from './declared-rules.js';
import { organizationTransactions } from '../lock-organization.js';
import type { Port } from '../port.js';
import { AWAY, columnsOf, endGrants, nextVersion, ruleOf, saidBy, STEP, stillHas } from './rule-columns.js';

export function ruleStore(port: Port): RuleStore {
  const { engine, sql } = port;
  const transaction = organizationTransactions(port);
  const names =
    engine === 'postgresql'
      ? `"then" -> 'channels' @> jsonb_build_array(CAST(? AS text))`
      : `EXISTS (SELECT 1 FROM json_each("then" -> 'channels') named WHERE named.value = ?)`;

  return {
    insert: ({ organizationId, position, ...rule }, most, audit) =>
      transaction<CoreRule | RuleProblem>(organizationId, async (tx, rollback) => {
        if (await read(tx, organizationId, rule.ruleId)) return 'taken';
        if ((await tx.rule.count({ where: { organizationId } })) >= most) return 'too_many';
        const place = position ?? (await afterAll(tx, organizationId));
        if (await isTaken(tx, organizationId, place)) return 'position_taken';
        if (!(await stillHas(tx, organizationId, rule.then))) return rollback('changed');
        const version = await nextVersion(tx, organizationId);
        const row = { organizationId, position: place, version, ...rule, updatedAt: rule.createdAt };
        const created = await tx.rule.create({ data: columnsOf(row) });
        await tx.auditEntry.create({ data: audit });
        return ruleOf(created);
      }),

    // In SQL: every question with an action reads them.
    list: (organizationId) =>
      sql.all<RuleRow>('SELECT * FROM rule WHERE organization_id = ? ORDER BY position', [organizationId]),

    namesChannel: async (organizationId, channelId) =>
      (await sql.first(`SELECT rule_id FROM rule WHERE organization_id = ? AND ${names} LIMIT 1`, [
        organizationId,
        channelId,
      ])) !== undefined,

    update: (organizationId, ruleId, change, audit) =>
      transaction<CoreRule | RuleProblem | null>(organizationId, async (tx, rollback) => {
        const before = await read(tx, organizationId, ruleId);
        if (!before) return null;
        const { position, ...said } = given(change, before);
        if (position !== before.position && (await isTaken(tx, organizationId, position))) return 'position_taken';
        if (!(await stillHas(tx, organizationId, said.then))) return rollback('changed');
        const isChanged = saidBy(said) !== saidBy(before);
        const entry = audit(before);
        if (isChanged) await endGrants(tx, entry);
        const version = isChanged ? await nextVersion(tx, organizationId) : before.version;
        return await write(tx, before, { position, ...said, version }, entry);
      }),

    remove: (organizationId, ruleId, audit) =>
      transaction<CoreRule | null>(organizationId, async (tx) => {
        const rule = await read(tx, organizationId, ruleId);
        if (!rule) return null;
        await tx.rule.delete({ where: { organizationId_ruleId: { organizationId, ruleId } } });
        await endGrants(tx, audit);
        await tx.auditEntry.create({ data: audit });
        return rule;
      }),

    order: (organizationId, ruleIds, audit) =>
      transaction<boolean>(organizationId, async (tx) => {
        const where = { organizationId, position: { gte: 0 } };
        const rows = await tx.rule.findMany({ where });
        const known = new Set(rows.map(({ ruleId }) => ruleId));
        if (ruleIds.length !== rows.length || !ruleIds.every((id) => known.has(id))) return false;
        // Out of the way first: two rules never have the same position.
        await tx.rule.updateMany({ where, data: { position: { increment: AWAY } } });
        for (const [place, ruleId] of ruleIds.entries())
          await tx.rule.update({
            where: { organizationId_ruleId: { organizationId, ruleId } },
            data: { position: (place + 1) * STEP },
          });
        await tx.auditEntry.create({ data: audit });
        return true;
      }),

    declare: (organizationId, declared, options) =>
      transaction(organizationId, (tx, rollback) => declareRules(tx, rollback, organizationId, declared, options)),
  };
}

/** The id of a rule that asks by this policy; null: none does. */
export async function ruleWithPolicy(
  tx: Transaction,
  organizationId: string,
  policyId: string,
): Promise<string | null> {
  const rules = await tx.rule.findMany({ where: { organizationId } });
  return rules.map(ruleOf).find(({ then }) => then.policy === policyId)?.ruleId ?? null;
}

function given(change: RuleChange, before: CoreRule) {
  const then = Object.fromEntries(Object.entries(change.then ?? {}).filter(([, value]) => value !== undefined));
  return {
    position: change.position ?? before.position,
    actions: change.actions ?? before.actions,
    when: change.when === undefined ? before.when : change.when,
    then: { ...before.then, ...then },
  };
}

async function write(
  tx: Transaction,
  { organizationId, ruleId }: CoreRule,
  data: Pick<CoreRule, 'position' | 'actions' | 'when' | 'then' | 'version'>,
  entry: NewAuditEntry,
): Promise<CoreRule> {
  const row = await tx.rule.update({
    where: { organizationId_ruleId: { organizationId, ruleId } },
    data: { ...columnsOf(data), updatedAt: entry.at },
  });
  await tx.auditEntry.create({ data: entry });
  return ruleOf(row);
}

async function afterAll(tx: Transaction, organizationId: string): Promise<number> {
  const last = await tx.rule.findFirst({ where: { organizationId }, orderBy: { position: 'desc' } });
  return Math.max(last?.position ?? 0, 0) + STEP;
}

async function isTaken(tx: Transaction, organizationId: string, position: number): Promise<boolean> {
  return (await tx.rule.findFirst({ where: { organizationId, position } })) !== null;
}

async function read(tx: Transaction, organizationId: string, ruleId: string): Promise<CoreRule | null> {
  const row = await tx.rule.findUnique({ where: { organizationId_ruleId: { organizationId, ruleId } } });
  return row && ruleOf(row);
}
