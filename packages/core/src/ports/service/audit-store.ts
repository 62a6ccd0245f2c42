import type { AuditAction, AuditEntry } from '@gateway/contract';
import type { OrderedPage } from '../system.js';

/** A value in JSON. */
export type AuditValue =
  | string
  | number
  | boolean
  | null
  | readonly AuditValue[]
  | { readonly [name: string]: AuditValue };

/** A changed field, named as in the API. Without values: a secret. A type, because a Json column takes no interface. */
export type AuditChange = {
  readonly field: string;
  readonly before?: AuditValue;
  readonly after?: AuditValue;
};

/** Who did what to which resource. No value of it is a secret. */
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
  /** What an update changed. Left out: the action changes no fields. */
  readonly changes?: readonly AuditChange[];
}

/** The answer that an entry is about. */
export interface AuditAnswer {
  readonly channelId: string;
  readonly answer: string | null;
}

/** A stored entry. */
export interface AuditRow extends Omit<NewAuditEntry, 'action' | 'changes'> {
  readonly seq: number;
  /** May be an action of another version of the product. */
  readonly action: string;
  /** The current or last known name of the resource; null: unknown. Not stored with the entry, so that it is deleted with the resource. */
  readonly resourceName: string | null;
  /** Null: none, or an entry of an earlier version. */
  readonly changes: readonly AuditChange[] | null;
  /** Of an answer or a vote in the console. Null: another action, or deleted. Not stored with the entry, like the name. */
  readonly answered: AuditAnswer | null;
}

export interface AuditFilter {
  readonly action?: string;
  readonly resourceId?: string;
  readonly actorId?: string;
  /** From this time on. */
  readonly since?: Date;
  /** Before this time. */
  readonly until?: Date;
  /** Only what this key did, and what was done to these channels. */
  readonly readBy?: { readonly keyId: string | null; readonly channelIds: readonly string[] };
}

/** Reads entries, and writes those without a change. Entries of a change are written by its port, in the same transaction. */
export interface AuditStore {
  /** Ordered and paged by `seq`, newest first, or oldest first with `after`. */
  list(organizationId: string, filter: AuditFilter, page: OrderedPage): Promise<AuditRow[]>;
  write(entry: NewAuditEntry): Promise<void>;
}
