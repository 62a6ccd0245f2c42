import type { NewRule, RuleThen } from '@gateway/contract';
import { Refusal } from '../base/refusal.js';
import type { RuleRow } from '../ports/people/rule-store.js';
import { conditionOf, ConditionError } from './condition.js';

/** A rule to add. `position` null: after all others. */
export type RuleInput = Pick<RuleRow, 'ruleId' | 'actions' | 'when' | 'then'> & { readonly position: number | null };

/** A new rule of the API as the core takes it. */
export const ruleInput = ({ rule_id: ruleId, position, ...rule }: NewRule): RuleInput => ({
  ruleId,
  position: position ?? null,
  ...rule,
});

/** Where a rule is in the list, from 1 on: those of a configuration file have negative positions. */
export const placeOf = ({ position }: Pick<RuleRow, 'position'>): number => position + FILE_PLACES + 1;
/** How many rules a configuration file can have. */
const FILE_PLACES = 1000;
/** The position of a rule by its place in the configuration file. */
export const filePosition = (place: number): number => place - FILE_PLACES;

/** Refuses a condition that is not valid. */
export function checkCondition(when: string | null, verdict: RuleThen['verdict']): void {
  if (when === null) return;
  try {
    const condition = conditionOf(when);
    if (verdict === 'allow' && condition.readsChannel)
      throw new ConditionError('must not read channel_id where the verdict is allow: the agent chooses the channel');
  } catch (error) {
    if (!(error instanceof ConditionError)) throw error;
    throw new Refusal('invalid', `when: ${error.message}.`, 'when');
  }
}
