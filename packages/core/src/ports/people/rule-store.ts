import type { RuleThen } from '@gateway/contract';
import type { NewAuditEntry } from '../service/audit-store.js';

/** Which action needs whom. */
export interface RuleRow {
  readonly organizationId: string;
  readonly ruleId: string;
  readonly seq: number;
  /** The rules are tried in this order. Those of a configuration file are negative. */
  readonly position: number;
  /** Patterns of names. */
  readonly actions: readonly string[];
  /** A condition in CEL; null: always. */
  readonly when: string | null;
  readonly then: RuleThen;
  /** Another one after each change of what the rule says. No rule of the organization had it before. */
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** `position` null: after all others. */
export type NewRuleRow = Pick<RuleRow, 'organizationId' | 'ruleId' | 'actions' | 'when' | 'then' | 'createdAt'> & {
  readonly position: number | null;
};

/** What to change of a rule; the rest stays. */
export interface RuleChange {
  readonly position?: number | undefined;
  readonly actions?: readonly string[] | undefined;
  readonly when?: string | null | undefined;
  readonly then?: { readonly [Name in keyof RuleThen]?: RuleThen[Name] | undefined } | undefined;
}

/** Why a rule was not written. `changed`: one of its channels has no proven credentials any more, or its policy is gone. */
export type RuleProblem = 'taken' | 'position_taken' | 'changed' | 'too_many';

/** A rule of a configuration file. Its place in the file is its position. */
export type DeclaredRule = Pick<RuleRow, 'ruleId' | 'actions' | 'when' | 'then'>;

/** What a configuration file says about its rules. */
export interface DeclaredRules {
  /** All of them, in its order. */
  readonly rules: readonly DeclaredRule[];
  /** The ids of rules to delete. */
  readonly removed: readonly string[];
}

export interface RuleStore {
  /** `most`: how many rules an organization may have. */
  insert(rule: NewRuleRow, most: number, audit: NewAuditEntry): Promise<RuleRow | RuleProblem>;
  /** All rules of an organization, in the order of their positions. One statement. */
  list(organizationId: string): Promise<RuleRow[]>;
  /** Whether a rule names this channel. */
  namesChannel(organizationId: string, channelId: string): Promise<boolean>;
  /** `audit`: the entry of the change, from the row before it. The row is read and written in one transaction. Null: there is none. */
  update(
    organizationId: string,
    ruleId: string,
    change: RuleChange,
    audit: (before: RuleRow) => NewAuditEntry,
  ): Promise<RuleRow | RuleProblem | null>;
  remove(organizationId: string, ruleId: string, audit: NewAuditEntry): Promise<RuleRow | null>;
  /** Gives these rules the positions 10, 20, 30 and so on. False: they are not all rules with positions from 0 on. */
  order(organizationId: string, ruleIds: readonly string[], audit: NewAuditEntry): Promise<boolean>;
  /**
   * Makes the rules of a configuration file equal to what it declares, in one transaction. Rules that the file released come after all
   * others. `positionOf`: the position by the place in the file. `audit`: the entry of one change; `before` null: the rule is new,
   * `after` null: it is deleted. Null: done.
   */
  declare(
    organizationId: string,
    declared: DeclaredRules,
    options: {
      readonly most: number;
      readonly at: Date;
      readonly positionOf: (place: number) => number;
      readonly audit: (before: RuleRow | null, after: RuleRow | null) => NewAuditEntry;
    },
  ): Promise<{ readonly ruleId: string; readonly problem: RuleProblem } | null>;
}
