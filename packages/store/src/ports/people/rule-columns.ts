import type { NewAuditEntry, RuleRow as CoreRule } from '@gateway/core';
import type { Transaction } from '../../engine/prisma.js';
import { grantEnded } from './grants.js';
import { holdProven } from '../channels/proven-channels.js';

/** Between rules that are ordered, there is place for others. */
export const STEP = 10;
/** Above all positions. */
export const AWAY = 10_000_000;

/** A text that differs if rules do not say the same. */
export function saidBy({ actions, when, then }: Pick<CoreRule, 'actions' | 'when' | 'then'>): string {
  // A list of approvers has no order.
  const approvers = then.approvers && then.approvers.map((each) => JSON.stringify(sorted(each))).toSorted();
  return JSON.stringify([actions, when, sorted({ ...then, approvers })]);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, inner]) => [name, sorted(inner)]);
}

/** Whether the channels that a rule names are proven, and its policy exists. */
export async function stillHas(
  tx: Transaction,
  organizationId: string,
  { channels, policy }: CoreRule['then'],
): Promise<boolean> {
  if (!(await holdProven(tx, organizationId, channels ?? []))) return false;
  if (policy === null) return true;
  return (
    (await tx.policy.findUnique({ where: { organizationId_policyId: { organizationId, policyId: policy } } })) !== null
  );
}

/** Ends the standing approvals under a rule that was changed or deleted. Their messages are due. `entry`: of the change of the rule. */
export async function endGrants(tx: Transaction, entry: NewAuditEntry): Promise<void> {
  const { organizationId, resourceId: ruleId, at } = entry;
  const active = await tx.grant.findMany({
    where: { organizationId, ruleId, endedAt: null, until: { gt: at } },
    select: { grantId: true },
  });
  if (active.length === 0) return;
  await tx.auditEntry.createMany({ data: active.map(({ grantId }) => grantEnded(entry, grantId, 'rule_changed')) });
  const where = { organizationId, grantId: { in: active.map(({ grantId }) => grantId) }, endedAt: null };
  const ended = { endedAt: at, endedReason: 'rule_changed' };
  await tx.grant.updateMany({ where: { ...where, showDueAt: { not: null } }, data: { ...ended, showDueAt: at } });
  await tx.grant.updateMany({ where, data: ended });
}

export async function nextVersion(tx: Transaction, organizationId: string): Promise<number> {
  const { ruleVersion } = await tx.organization.update({
    where: { id: organizationId },
    data: { ruleVersion: { increment: 1 } },
  });
  return ruleVersion;
}

// The type of the client cannot know the types of JSON columns.
export const ruleOf = (row: object) => row as CoreRule;

export function columnsOf<Row extends Pick<CoreRule, 'actions' | 'then'>>(row: Row) {
  return row as Row & { actions: string[]; then: object };
}
