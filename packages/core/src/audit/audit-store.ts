import type { AuditAction, AuditEntry } from '@gateway/contract';
import type { Page } from '../ports.js';

/** Who did what to which resource. Contains names and ids but no values, so that no secret gets into the audit log. */
export interface NewAuditEntry {
  readonly organizationId: string;
  readonly at: Date;
  readonly actorKind: AuditEntry['actor']['kind'];
  readonly actorId: string | null;
  readonly actorName: string | null;
  readonly action: AuditAction;
  readonly resourceKind: string;
  readonly resourceId: string;
  /** The client address of the request; null: unknown or none. */
  readonly address: string | null;
}

/** A stored entry. */
export interface AuditRow extends Omit<NewAuditEntry, 'action'> {
  readonly seq: number;
  /** May be an action of another version of the product. */
  readonly action: string;
  /** The current or last known name of the resource; null: unknown. Not stored with the entry, so that it is deleted with the resource. */
  readonly resourceName: string | null;
}

export interface AuditFilter {
  readonly action?: string;
  readonly resourceId?: string;
  readonly actorId?: string;
  /** Only what this key did, and what was done to these channels. */
  readonly readBy?: { readonly keyId: string | null; readonly channelIds: readonly string[] };
}

/** Reads entries, and writes those without a change. Entries of a change are written by its port, in the same transaction. */
export interface AuditStore {
  /** Ordered and paged by `seq`. */
  list(organizationId: string, filter: AuditFilter, page: Page): Promise<AuditRow[]>;
  write(entry: NewAuditEntry): Promise<void>;
}
