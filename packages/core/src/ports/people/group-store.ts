import type { NewAuditEntry } from '../service/audit-store.js';
import type { Page } from '../system.js';
import type { NamedBy } from './people-store.js';

/** A group of people who may answer. */
export interface GroupRow {
  readonly organizationId: string;
  readonly groupId: string;
  readonly seq: number;
  readonly name: string;
  /** Ids of people. */
  readonly members: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type NewGroupRow = Omit<GroupRow, 'seq' | 'updatedAt'>;

/** What to change of a group. `members` replaces all. */
export interface GroupChange {
  readonly name?: string | undefined;
  readonly members?: readonly string[] | undefined;
}

/** Why a group was not written; nothing changed. */
export type GroupRefusal =
  | { readonly refused: 'exists' | 'missing' }
  | { readonly refused: 'unknown_person'; readonly personId: string };

export interface GroupStore {
  insert(group: NewGroupRow, audit: NewAuditEntry): Promise<GroupRow | GroupRefusal>;
  get(organizationId: string, groupId: string): Promise<GroupRow | null>;
  /** Ordered and paged by `seq`. */
  list(organizationId: string, page: Page): Promise<GroupRow[]>;
  /** `audit`: the entry of the change, from the row before it. The row is read and written in one transaction. */
  update(
    organizationId: string,
    groupId: string,
    change: GroupChange,
    audit: (before: GroupRow) => NewAuditEntry,
  ): Promise<GroupRow | GroupRefusal>;
  /** Deletes a group that no channel, policy or pending prompt names. Null: there is none. */
  remove(organizationId: string, groupId: string, audit: NewAuditEntry): Promise<GroupRow | NamedBy | null>;
}
