import type { Verdict } from '@gateway/contract';
import type { Principal } from '../access/principal.js';
import type { RuleRow } from '../ports/people/rule-store.js';
import { conditionOf, ConditionError, type ConditionData } from './condition.js';
import { sizeOf } from './condition-cost.js';
import { isPlainName } from '../questions/plain-name.js';
import { matchesAny } from './name-patterns.js';

/** The work that the conditions of one action may do together, in the steps of `costOf`: about a tenth of a second. */
const WORK_MAX = 1_000_000;

/** What is left of it. */
export interface Work {
  left: number;
}

export const workForOne = (): Work => ({ left: WORK_MAX });

/** A rule as far as it says something about actions. */
export type JudgingRule = Pick<RuleRow, 'ruleId' | 'actions' | 'when' | 'then'>;

/** What the rules say about an action. */
export interface Judgement<Rule extends JudgingRule = RuleRow> {
  /** The first rule that matches. */
  readonly rule: Rule;
  readonly verdict: Verdict;
  /** Why the condition failed, a sentence; null: it did not. */
  readonly error: string | null;
}

/**
 * Judges an action by the first rule that matches. A condition that fails counts as true: then `deny` stays, and `allow` becomes `ask`.
 * Null: none matches.
 */
export function judge<Rule extends JudgingRule>(
  rules: readonly Rule[],
  data: ConditionData,
  work = workForOne(),
): Judgement<Rule> | null {
  let size: ReturnType<typeof sizeOf> | null = null;
  for (const rule of rules) {
    if (!matchesAny(rule.actions, data.action.name)) continue;
    if (rule.when === null) return judgement(rule, data, null);
    try {
      const condition = conditionOf(rule.when);
      size ??= sizeOf(data.action);
      work.left -= condition.cost(size);
      if (work.left < 0) throw new ConditionError('would take too much work on arguments of this size');
      if (condition.holds(data)) return judgement(rule, data, null);
    } catch (error) {
      if (!(error instanceof ConditionError)) throw error;
      return judgement(rule, data, `The condition of the rule "${rule.ruleId}" failed: ${error.message}.`);
    }
  }
  return null;
}

function judgement<Rule extends JudgingRule>(
  rule: Rule,
  { action }: ConditionData,
  error: string | null,
): Judgement<Rule> {
  const { verdict } = rule.then;
  const mayAllow = error === null && isPlainName(action.name);
  return { rule, verdict: verdict === 'allow' && !mayAllow ? 'ask' : verdict, error };
}

/** The key of a principal as conditions read it. A key that replaces another has the id of the first one. */
export function keyData({ keyId, keyCountedAs, name, scopes, channels, actsFor }: Principal): ConditionData['key'] {
  return {
    id: keyCountedAs ?? keyId,
    name,
    scopes: [...scopes],
    channels: channels && [...channels],
    acts_for: actsFor,
  };
}
