import type { NewAuditEntry } from './audit-store.js';

/** The retention settings of an organization. */
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
  /** Of audit log entries and ended API keys. */
  readonly auditRetentionEnabled: boolean;
  readonly auditRetentionDays: number;
  readonly updatedAt: Date;
}

/** The default settings: everything is kept. */
export const DEFAULT_RETENTION: Omit<RetentionRow, 'organizationId' | 'updatedAt'> = {
  promptsRetentionEnabled: false,
  promptsRetentionDays: 30,
  messagesInboundRetentionEnabled: false,
  messagesOutboundRetentionEnabled: false,
  messagesInboundRetentionDays: 30,
  messagesOutboundRetentionDays: 30,
  messagesInboundZeroRetention: false,
  messagesOutboundZeroRetention: false,
  auditRetentionEnabled: false,
  auditRetentionDays: 365,
};

/** Which rows to delete. Pending or posting prompts and undelivered events are never included. */
export type Removal =
  /** Closed before `before`, with their message ids and ended deliveries. */
  | { readonly of: 'prompts'; readonly organizationId: string; readonly before: Date }
  /** Created before `before`, with their ended deliveries. */
  | {
      readonly of: 'messages';
      readonly organizationId: string;
      readonly direction: 'inbound' | 'outbound';
      readonly before: Date;
    }
  /** Audit log entries written, API keys ended, or standing approvals whose time was over before `before`. `remove` writes an audit log entry of the time `removedAt` about it. */
  | {
      readonly of: 'audit entries' | 'ended keys' | 'grants';
      readonly organizationId: string;
      readonly before: Date;
      readonly removedAt: Date;
    }
  /** Created before `before` and delivered. Dead ones can still be retried: they are deleted with their prompt or message. */
  | { readonly of: 'delivered'; readonly organizationId: string; readonly before: Date }
  /** Last attempted before `before`: receivers that are not reported as failing, or those that are. */
  | { readonly of: 'failing receivers' | 'reported receivers'; readonly before: Date }
  /** Received before `before`. */
  | { readonly of: 'inbound events'; readonly before: Date }
  /** Expired before `before`. */
  | {
      readonly of:
        | 'idempotent requests'
        | 'leases'
        | 'sessions'
        | 'notification devices'
        | 'one-time links'
        | 'used tokens';
      readonly before: Date;
    }
  /** Last counted before `before`. */
  | { readonly of: 'sign-in failures'; readonly before: Date }
  /** Counted in a period that began before `before`. */
  | { readonly of: 'channel traffic' | 'receiver traffic'; readonly before: Date }
  /** Announced before `before`. */
  | { readonly of: 'stream events'; readonly before: Date };

/** The last run that deleted rows, with its counts. */
export interface RemovalRun {
  readonly organizationId: string;
  readonly at: Date;
  readonly prompts: number;
  readonly messages: number;
}

export interface RetentionStore {
  /** The settings of one organization; the defaults, dated at its creation, if it never changed any. */
  get(organizationId: string): Promise<RetentionRow>;
  /** The settings of every organization. */
  all(): Promise<RetentionRow[]>;
  /**
   * Replaces the settings with the result of `change`, one caller at a time. Nothing changes if `change` throws, or if it returns its
   * argument: then `audit` is not written and nothing is announced. Otherwise announces a `settings` change.
   */
  update(
    organizationId: string,
    change: (current: RetentionRow) => RetentionRow,
    audit: (before: RetentionRow, after: RetentionRow) => NewAuditEntry,
  ): Promise<RetentionRow>;
  /**
   * Deletes at most `limit` rows, oldest first, with their dependent rows. Returns the number of rows. Instances may run it
   * concurrently. A delivery that has not ended stays until it ends. With `at`, deleted prompts and messages are added to the run of
   * that time, in the same transaction.
   */
  remove(removal: Removal, limit: number, at?: Date): Promise<number>;
  /** How many rows `remove` would delete now without a limit. */
  count(removal: Removal & { readonly of: 'prompts' | 'messages' | 'audit entries' }): Promise<number>;
  /** Records a run. Adds to the last recorded run if that was less than a minute before. */
  recordRun(run: RemovalRun): Promise<void>;
  /** Null: no run was recorded. */
  lastRun(organizationId: string): Promise<RemovalRun | null>;
}
