import type { AuditAction, AuditEntry } from '@gateway/contract';
import type { Page } from '../ports.js';

/** Who did what to which resource. It names things and never quotes them, so no secret can get into it. */
export interface NewAuditEntry {
  readonly organizationId: string;
  readonly at: Date;
  readonly actorKind: AuditEntry['actor']['kind'];
  readonly actorId: string | null;
  readonly actorName: string | null;
  readonly action: AuditAction;
  readonly resourceKind: string;
  readonly resourceId: string;
  /** Where the request came from. */
  readonly address: string | null;
}

/** An entry as stored. */
export interface AuditRow extends Omit<NewAuditEntry, 'action'> {
  readonly seq: number;
  /** Of any version of the product. */
  readonly action: string;
  /** What the resource is called now, or was when it was last heard of; not written with the entry, so nothing outlives its time. */
  readonly resourceName: string | null;
}

export interface AuditFilter {
  readonly action?: string;
  readonly resourceId?: string;
  readonly actorId?: string;
}

/** Entries are written by the ports that make the change, in its own transaction; here they are read, and written where nothing changed. */
export interface AuditStore {
  /** Ordered and continued by `seq`. */
  list(organizationId: string, filter: AuditFilter, page: Page): Promise<AuditRow[]>;
  write(entry: NewAuditEntry): Promise<void>;
}
