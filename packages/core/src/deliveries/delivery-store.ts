import type { NewAuditEntry } from '../audit/audit-store.js';
import type { Page } from '../ports.js';
import type { DeliveryRow, FailingReceiverRow } from '../rows.js';

export type NewDelivery = Pick<
  DeliveryRow,
  | 'organizationId'
  | 'id'
  | 'eventType'
  | 'channelId'
  | 'promptNum'
  | 'messageId'
  | 'url'
  | 'destination'
  | 'body'
  | 'signed'
  | 'erase'
  | 'lane'
  | 'createdAt'
>;

/** A received text on its way. Its number within the channel is known where it is stored: a body that tells it is made there. */
export interface MessageDelivery extends Omit<NewDelivery, 'body'> {
  readonly body: string | ((seq: number) => string);
}

export interface Attempt {
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: string | null;
  /** The first 2 kB of the response. */
  readonly response: string | null;
}

/** What became of one claimed delivery. `next`: delivered, dead, or the time of the next attempt. */
export interface Settlement {
  readonly delivery: DeliveryRow;
  readonly attempt: Attempt;
  readonly next: 'delivered' | 'dead' | Date;
  /** The receiver gave no answer in time. */
  readonly timedOut: boolean;
}

/** What settling attempts has made known of receivers. */
export interface ReceiverReports {
  /** Have now failed for long. Each is reported once, by one instance, until it has recovered. */
  readonly failing: readonly FailingReceiverRow[];
  /** Were reported, and have taken something since. */
  readonly recovered: readonly FailingReceiverRow[];
}

/** A delivery with its attempts in order. */
export interface DeliveryHistory extends DeliveryRow {
  readonly tries: readonly (Attempt & { readonly number: number })[];
}

export interface DeliveryFilter {
  readonly state?: DeliveryRow['state'];
  readonly channelId?: string;
  readonly promptNum?: number;
  readonly messageId?: string;
  readonly eventId?: string;
}

export interface DeliveryStore {
  /**
   * Claims up to `limit` due deliveries by moving `runAt` to `until` and counting the attempt: none to a destination in `skip`, at
   * most `perDestination` to any other, none whose lane has an earlier one. The destinations take turns, each with its oldest due.
   * One whose last attempt timed out gets a single delivery, and none while it is in `busy`; `timedOutLimit` less those in
   * `busy` are the most that go to such destinations, least recently attempted first.
   */
  claim(claim: {
    now: Date;
    until: Date;
    limit: number;
    perDestination: number;
    timedOutLimit: number;
    skip: readonly string[];
    busy: readonly string[];
    holder: string;
  }): Promise<DeliveryRow[]>;
  /** Moves `runAt` of claims that are still held (same `attempts`, still pending) to `until`. */
  renew(claimed: readonly DeliveryRow[], until: Date): Promise<void>;
  /**
   * Records attempts and their ends, and what they say of their receivers, all in one transaction. A failure is dropped when the
   * claim was lost, a success only when a retry was asked for since its claim.
   */
  settle(settlements: readonly Settlement[]): Promise<ReceiverReports>;
  /** A receiver that fails now; null: it does not. */
  failingReceiver(organizationId: string, destination: string): Promise<FailingReceiverRow | null>;
  /** An organization's receivers that fail now: the reported ones first, then by `failingSince`. */
  failingReceivers(organizationId: string, limit: number): Promise<FailingReceiverRow[]>;
  /** When the next delivery is due; null: none is pending. */
  nextDue(): Promise<Date | null>;
  get(organizationId: string, id: string): Promise<DeliveryHistory | null>;
  /** Ordered and continued by `seq`. */
  list(organizationId: string, filter: DeliveryFilter, page: Page): Promise<DeliveryRow[]>;
  /**
   * Makes a delivery that waits for its time or is over due at `now`, and its schedule begin anew. One that is due or being attempted
   * is left alone, so that it is not attempted twice at once. Returns it as it is then, announced; null: left alone, or unknown.
   */
  retry(organizationId: string, id: string, now: Date, audit: NewAuditEntry): Promise<DeliveryRow | null>;
  /** How many dead deliveries match. */
  countDead(organizationId: string, filter: Omit<DeliveryFilter, 'state'>): Promise<number>;
  /**
   * Makes up to `limit` dead deliveries that match due at `now`, newest first and older than `before`; `last` is where to go on,
   * null at the end. `audit` is written if there were any.
   */
  retryDead(
    organizationId: string,
    filter: Omit<DeliveryFilter, 'state'>,
    batch: {
      readonly now: Date;
      readonly limit: number;
      readonly before: number | null;
      readonly audit?: NewAuditEntry | undefined;
    },
  ): Promise<{ readonly retried: number; readonly last: number | null }>;
}
