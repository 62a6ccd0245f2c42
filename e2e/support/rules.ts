import { createRule, deleteRule, listRules, type BodyInput } from '@gateway/contract';
import type { Fixture } from './fixture.js';

export type NewRule = BodyInput<typeof createRule>;

/** Replaces all rules that no file owns. */
export async function setRules({ operators }: Fixture, rules: readonly NewRule[]): Promise<void> {
  const { call } = operators.owner;
  for (const { rule_id: id, managed_by } of await call(listRules, {})) {
    if (managed_by === undefined) await call(deleteRule, { params: { id } });
  }
  for (const body of rules) await call(createRule, { body });
}
