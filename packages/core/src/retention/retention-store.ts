import type { NewAuditEntry } from '../audit/audit-store.js';

/** What an organization keeps for how long. */
export interface RetentionRow {
  readonly organizationId: string;
  readonly promptsRetentionEnabled: boolean;
  readonly promptsRetentionDays: number;
  readonly messagesInboundRetentionEnabled: boolean;
  readonly messagesOutboundRetentionEnabled: boolean;
  readonly messagesInboundRetentionDays: number;
  readonly messagesOutboundRetentionDays: number;
  readonly messagesInboundZeroRetention: boolean;
  readonly messagesOutboundZeroRetention: boolean;
  readonly updatedAt: Date;
}

/** Of an organization that has never changed them: everything is kept. */
export const DEFAULT_RETENTION: Omit<RetentionRow, 'organizationId' | 'updatedAt'> = {
  promptsRetentionEnabled: false,
  promptsRetentionDays: 30,
  messagesInboundRetentionEnabled: false,
  messagesOutboundRetentionEnabled: false,
  messagesInboundRetentionDays: 30,
  messagesOutboundRetentionDays: 30,
  messagesInboundZeroRetention: false,
  messagesOutboundZeroRetention: false,
};

/** Rows that have had their time; no pending or posting prompt and no undelivered event is ever among them. */
export type Removal =
  /** Closed before `before`, with their messages' ids and finished deliveries. */
  | { readonly of: 'prompts'; readonly organizationId: string; readonly before: Date }
  /** Created before `before`, with their finished deliveries. */
  | {
      readonly of: 'messages';
      readonly organizationId: string;
      readonly direction: 'inbound' | 'outbound';
      readonly before: Date;
    }
  /** Created before `before` and delivered. Dead ones can still be retried: they go with what they tell of. */
  | { readonly of: 'delivered'; readonly organizationId: string; readonly before: Date }
  /** Last attempted before `before`; not yet reported as failing, or reported. */
  | { readonly of: 'failing receivers' | 'reported receivers'; readonly before: Date }
  /** Received before `before`. */
  | { readonly of: 'inbound events'; readonly before: Date }
  /** Expired before `before`. */
  | { readonly of: 'idempotent requests' | 'leases' | 'sessions' | 'one-time links'; readonly before: Date }
  /** Last counted before `before`. */
  | { readonly of: 'sign-in failures'; readonly before: Date }
  /** Announced before `before`. */
  | { readonly of: 'stream events'; readonly before: Date };

/** When rows were last removed, and how many of what people see. */
export interface RemovalRun {
  readonly organizationId: string;
  readonly at: Date;
  readonly prompts: number;
  readonly messages: number;
}

export interface RetentionStore {
  /** The settings of one organization; the defaults, dated at its creation, where it never changed any. */
  get(organizationId: string): Promise<RetentionRow>;
  /** Of every organization. */
  all(): Promise<RetentionRow[]>;
  /**
   * Replaces the settings by what `change` makes of them, one caller at a time; what it throws leaves all as it was. Returning its
   * argument changes nothing: then `audit` is not written and nothing is announced. Announces a `settings` change.
   */
  update(
    organizationId: string,
    change: (current: RetentionRow) => RetentionRow,
    audit: NewAuditEntry,
  ): Promise<RetentionRow>;
  /**
   * Removes at most `limit` rows, oldest first (and what hangs on them); returns how many. Several instances may do so at once. A
   * delivery that is still owed stays and is erased as soon as it is over.
   */
  remove(removal: Removal, limit: number): Promise<number>;
  /** How many rows `remove` would take by now, with any limit. */
  count(removal: Removal & { readonly of: 'prompts' | 'messages' }): Promise<number>;
  /** Notes what was removed; adds to what is noted already when that was at `since` or later. */
  recordRun(run: RemovalRun, since: Date): Promise<void>;
  /** Null: nothing was noted yet. */
  lastRun(organizationId: string): Promise<RemovalRun | null>;
}
