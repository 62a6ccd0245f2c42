import type { PolicyRules } from '@gateway/contract';
import type { NewAuditEntry } from '../service/audit-store.js';
import type { NamedBy } from './people-store.js';
import type { Page } from '../system.js';

/** How many people must decide, who may, and what happens meanwhile. */
export interface PolicyRow {
  readonly organizationId: string;
  readonly policyId: string;
  readonly seq: number;
  readonly name: string;
  readonly rules: PolicyRules;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type NewPolicyRow = Omit<PolicyRow, 'seq' | 'updatedAt'>;

/** What to change of a policy; the other rules stay. */
export interface PolicyChange {
  readonly name?: string | undefined;
  readonly rules: Partial<PolicyRules>;
}

export interface PolicyStore {
  /** Null: the id is taken. `unproven`: a channel of its steps has no proven credentials any more. */
  insert(policy: NewPolicyRow, audit: NewAuditEntry): Promise<PolicyRow | 'unproven' | null>;
  get(organizationId: string, policyId: string): Promise<PolicyRow | null>;
  /** Whether a step of a policy asks in this channel. */
  hasStepIn(organizationId: string, channelId: string): Promise<boolean>;
  /** Those of these that exist. One statement. */
  named(organizationId: string, policyIds: readonly string[]): Promise<PolicyRow[]>;
  /** Ordered and paged by `seq`. */
  list(organizationId: string, page: Page): Promise<PolicyRow[]>;
  /** Whether a channel other than these prescribes it. */
  isNamedOutside(organizationId: string, policyId: string, channelIds: readonly string[]): Promise<boolean>;
  /**
   * `audit`: the entry of the change, from the row before it. The row is read and written in one transaction. Null: there is none.
   * `unproven`: as for `insert`.
   */
  update(
    organizationId: string,
    policyId: string,
    change: PolicyChange,
    audit: (before: PolicyRow) => NewAuditEntry,
  ): Promise<PolicyRow | 'unproven' | null>;
  /** Deletes a policy that no channel names. Null: there is none. */
  remove(organizationId: string, policyId: string, audit: NewAuditEntry): Promise<PolicyRow | NamedBy | null>;
}
