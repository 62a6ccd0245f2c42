import type { NewAuditEntry } from '../audit/audit-store.js';
import type { Page } from '../ports.js';
import type { KeyRow } from '../rows.js';

export type NewKeyRow = Omit<KeyRow, 'seq'>;

/** A key was used at `at`. */
export interface KeyUse {
  readonly organizationId: string;
  readonly id: string;
  readonly at: Date;
}

export interface KeyStore {
  /** Inserts the organization's first key. False: it has keys, revoked ones included. Of many that try at once one succeeds. */
  insertFirst(key: NewKeyRow, audit?: NewAuditEntry): Promise<boolean>;
  insert(key: NewKeyRow, audit?: NewAuditEntry): Promise<KeyRow>;
  get(organizationId: string, id: string): Promise<KeyRow | null>;
  /** Revoked ones too; ordered and continued by `seq`. */
  list(organizationId: string, page: Page): Promise<KeyRow[]>;
  byHash(hash: string): Promise<KeyRow | null>;
  /** Hashes of the unrevoked keys that were made from the configuration and may have any form. */
  bootstrapHashes(): Promise<string[]>;
  /**
   * Revokes a key that is not revoked, unless it is the last such one that holds `admin` (also when all are revoked at once) and
   * there is no operator who could make another.
   * Null: nothing has changed. Announces a `key` change.
   */
  revoke(organizationId: string, id: string, at: Date, audit?: NewAuditEntry): Promise<KeyRow | null>;
  /**
   * Ends a key at `until` (at once, when that is no later than `at`) and inserts the one that replaces it. Null: the key is not there,
   * was revoked or rolled before, and nothing has changed. Announces a `key` change.
   */
  roll(
    key: { readonly organizationId: string; readonly id: string; readonly at: Date; readonly until: Date },
    replacement: NewKeyRow,
    audit?: readonly NewAuditEntry[],
  ): Promise<KeyRow | null>;
  /** Moves `lastUsedAt` forward. */
  touch(uses: readonly KeyUse[]): Promise<void>;
}
