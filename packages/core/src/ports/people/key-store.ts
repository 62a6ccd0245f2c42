import type { Scope } from '@gateway/contract';
import type { NewAuditEntry } from '../service/audit-store.js';
import type { Page } from '../system.js';

export interface KeyRow {
  readonly organizationId: string;
  readonly id: string;
  readonly seq: number;
  readonly name: string;
  readonly keyPrefix: string;
  /** SHA-256 of the whole key, hex. */
  readonly hash: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
  /** When a rolled key stops working; null: it was not rolled. */
  readonly expiresAt: Date | null;
  /** When it stops working, as given at its creation; null: never. */
  readonly validUntil: Date | null;
  /** Ids of the channels that it may use; null: all. */
  readonly channels: readonly string[] | null;
  /** The person whom its prompts name as `requested_by`; null: none. */
  readonly actsFor: string | null;
  /** Id of the first key of a chain of replacements, of which this is one; null: it replaces none. */
  readonly replacementOf: string | null;
  /** Id of the key or operator that created it; `bootstrap` for the key from the configuration. */
  readonly createdBy: string | null;
}

export type NewKeyRow = Omit<KeyRow, 'seq'>;

/** The use of a key at `at`. */
export interface KeyUse {
  readonly organizationId: string;
  readonly id: string;
  readonly at: Date;
}

export interface KeyStore {
  /** Inserts the organization's first key. False: it has keys, possibly revoked. Of concurrent callers one succeeds. */
  insertFirst(key: NewKeyRow, audit?: NewAuditEntry): Promise<boolean>;
  /** Whether the organization has keys, possibly revoked. Every start asks this. */
  any(organizationId: string): Promise<boolean>;
  insert(key: NewKeyRow, audit?: NewAuditEntry): Promise<KeyRow>;
  get(organizationId: string, id: string): Promise<KeyRow | null>;
  /** Includes revoked keys. Ordered and paged by `seq`. `channels`: only keys that are limited to some of these; left out or null: all keys. */
  list(organizationId: string, page: Page, channels?: readonly string[] | null): Promise<KeyRow[]>;
  /** Keys of a longer life than `lifeMs` whose time ends after `after` and until `before`, soonest first, without revoked and rolled ones. */
  ending(
    organizationId: string,
    range: { readonly after: Date; readonly before: Date; readonly lifeMs: number; readonly limit: number },
  ): Promise<KeyRow[]>;
  byHash(hash: string): Promise<KeyRow | null>;
  /** Hashes of the unrevoked keys from the configuration, which may have any form. */
  bootstrapHashes(): Promise<string[]>;
  /**
   * Revokes a key that is not revoked, unless it is the last one with `admin` and there is no operator who could create another. This
   * also holds when all keys are revoked concurrently. Null: nothing changed. Announces a `key` change.
   */
  revoke(organizationId: string, id: string, at: Date, audit?: NewAuditEntry): Promise<KeyRow | null>;
  /**
   * Ends a key at `until` (immediately if that is not later than `at`) and inserts its replacement. Null: the key does not exist, or
   * was revoked or rolled before; nothing changed. Announces a `key` change.
   */
  roll(
    key: { readonly organizationId: string; readonly id: string; readonly at: Date; readonly until: Date },
    replacement: NewKeyRow,
    audit?: readonly NewAuditEntry[],
  ): Promise<KeyRow | null>;
  /** Moves `lastUsedAt` forward. */
  touch(uses: readonly KeyUse[]): Promise<void>;
}
