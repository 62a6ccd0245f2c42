import type { PromptRule } from '../ports/rows.js';
import type { Store } from '../ports/store.js';

/** Whether a rule is still as it was when it judged a prompt. */
export async function isRuleInForce(
  { rules }: Pick<Store, 'rules'>,
  organizationId: string,
  rule: Pick<PromptRule, 'ruleId' | 'version'>,
): Promise<boolean> {
  const now = await rules.list(organizationId);
  return now.some(({ ruleId, version }) => ruleId === rule.ruleId && version === rule.version);
}
