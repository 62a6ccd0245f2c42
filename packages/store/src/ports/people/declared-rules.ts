import type { DeclaredRule, RuleProblem, RuleRow as CoreRule, RuleStore } from '@gateway/core';
import type { Transaction, TransactionWork } from '../../engine/prisma.js';
import { AWAY, columnsOf, endGrants, nextVersion, ruleOf, saidBy, STEP, stillHas } from './rule-columns.js';

type Declare = Parameters<RuleStore['declare']>;
type Failed = { readonly ruleId: string; readonly problem: RuleProblem };
type Rollback = Parameters<TransactionWork<Failed | null>>[1];

/** Makes the rules of a configuration file equal to what it declares. */
export async function declareRules(
  tx: Transaction,
  rollback: Rollback,
  organizationId: string,
  { rules, removed }: Declare[1],
  { most, at, positionOf, audit }: Declare[2],
): Promise<Failed | null> {
  const stored = (await tx.rule.findMany({ where: { organizationId }, orderBy: { position: 'asc' } })).map(ruleOf);
  const leaving = stored.filter(({ ruleId }) => removed.includes(ruleId));
  const staying = stored.filter((row) => !leaving.includes(row));
  for (const row of leaving) {
    await tx.rule.delete({ where: keyOf(row) });
    const entry = audit(row, null);
    await endGrants(tx, entry);
    await tx.auditEntry.create({ data: entry });
  }
  const places = new Map(rules.map(({ ruleId }, place) => [ruleId, positionOf(place)]));
  const others = staying.filter(({ ruleId }) => !places.has(ruleId));
  let last = Math.max(0, ...others.map(({ position }) => position));
  // What the file released comes after all others, in the order that it had.
  for (const { ruleId, position } of others) places.set(ruleId, position < 0 ? (last += STEP) : position);

  // Out of the way first: two rules never have the same position.
  const moved = staying.filter(({ ruleId, position }) => places.get(ruleId) !== position);
  await tx.rule.updateMany({
    where: { organizationId, ruleId: { in: moved.map(({ ruleId }) => ruleId) } },
    data: { position: { increment: AWAY } },
  });
  for (const row of staying)
    await change(
      row,
      rules.find(({ ruleId }) => ruleId === row.ruleId),
    );
  for (const rule of rules) if (!staying.some(({ ruleId }) => ruleId === rule.ruleId)) await add(rule);
  return null;

  async function change(before: CoreRule, declared: DeclaredRule | undefined): Promise<void> {
    const isChanged = declared !== undefined && saidBy(declared) !== saidBy(before);
    if (!isChanged && !moved.includes(before)) return;
    const said = isChanged ? await held(declared) : before;
    const row = await tx.rule.update({
      where: keyOf(before),
      data: {
        ...columnsOf({ actions: said.actions, when: said.when, then: said.then }),
        position: places.get(before.ruleId) ?? before.position,
        version: isChanged ? await nextVersion(tx, organizationId) : before.version,
        updatedAt: at,
      },
    });
    const entry = audit(before, ruleOf(row));
    if (isChanged) await endGrants(tx, entry);
    await tx.auditEntry.create({ data: entry });
  }

  async function add(declared: DeclaredRule): Promise<void> {
    if ((await tx.rule.count({ where: { organizationId } })) >= most)
      rollback({ ruleId: declared.ruleId, problem: 'too_many' });
    const { ruleId, actions, when, then } = await held(declared);
    const position = places.get(ruleId) ?? 0;
    const version = await nextVersion(tx, organizationId);
    const times = { createdAt: at, updatedAt: at };
    const data = columnsOf({ organizationId, ruleId, position, actions, when, then, version, ...times });
    const row = await tx.rule.create({ data });
    await tx.auditEntry.create({ data: audit(null, ruleOf(row)) });
  }

  /** The rule, if no one changes its channels or its policy meanwhile. */
  async function held(rule: DeclaredRule): Promise<DeclaredRule> {
    if (await stillHas(tx, organizationId, rule.then)) return rule;
    return rollback({ ruleId: rule.ruleId, problem: 'changed' });
  }
}

const keyOf = ({ organizationId, ruleId }: Pick<CoreRule, 'organizationId' | 'ruleId'>) => ({
  organizationId_ruleId: { organizationId, ruleId },
});
