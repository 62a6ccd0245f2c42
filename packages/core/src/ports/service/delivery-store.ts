import type { NewAuditEntry } from './audit-store.js';
import type { OrderedPage } from '../system.js';
import type { DeliveryRow, FailingReceiverRow } from '../rows.js';

/** The instance that attempts a delivery, and until when no other one does. */
export interface DeliveryHolder {
  readonly holder: string;
  readonly until: Date;
}

export interface NewDelivery extends Pick<
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
  | 'trace'
  | 'createdAt'
> {
  /**
   * The first attempt is claimed with the insert, as `claim` does; absent or null: it is not. It is not claimed either if
   * the last attempt to its destination timed out, if the destination is paused, or if the delivery has a lane. Only an answer and a
   * cancellation claim.
   */
  readonly claim?: DeliveryHolder | null;
  /** When the first attempt is due; absent: at once. */
  readonly runAt?: Date | undefined;
}

/** The delivery of a received text. The store assigns the text's number within the channel: `body` may have two parts, between which it goes. */
export interface MessageDelivery extends Omit<NewDelivery, 'body'> {
  readonly body: string | readonly [before: string, after: string];
}

export interface Attempt {
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: string | null;
  /** The first 2 kB of the response. */
  readonly response: string | null;
}

/** The result of one claimed delivery. `next`: delivered, dead, or the time of the next attempt. */
export interface Settlement {
  readonly delivery: DeliveryRow;
  readonly attempt: Attempt;
  readonly next: 'delivered' | 'dead' | Date;
  /** The receiver did not respond before the timeout. */
  readonly timedOut: boolean;
}

/** State changes of receivers that result from settled attempts. */
export interface ReceiverReports {
  /** Receivers that have now failed for at least 10 minutes. Each is reported once, by one instance, until it recovers. */
  readonly failing: readonly FailingReceiverRow[];
  /** Receivers that were reported and have accepted a delivery since. */
  readonly recovered: readonly FailingReceiverRow[];
}

/** The result of recording attempts. */
export interface Settled extends ReceiverReports {
  /** Whether a receiver that had failed accepted a delivery: it may have more due deliveries than before. */
  readonly accepting: boolean;
  /** Whether an ended lane has deliveries after its `lastSeq`. */
  readonly laneContinues: boolean;
}

/** A delivery with its attempts in order. */
export interface DeliveryHistory extends DeliveryRow {
  readonly tries: readonly (Attempt & { readonly number: number })[];
}

export interface DeliveryFilter {
  readonly state?: DeliveryRow['state'];
  readonly channelId?: string;
  /** Only of these channels. */
  readonly channelIds?: readonly string[];
  readonly promptNum?: number;
  readonly messageId?: string;
  readonly eventId?: string;
  /** The receiver: the origin of the URL. */
  readonly destination?: string;
  /** What the path of the URL, with its query, begins with. Compared only together with `destination`. */
  readonly path?: string;
  /** The status of the last attempt is in one of these ranges; null: it got no response. */
  readonly statuses?: readonly (StatusRange | null)[];
  readonly eventType?: string;
  /** Created at this time or later. */
  readonly since?: Date;
  /** Created before this time. */
  readonly until?: Date;
}

/** Response statuses, both inclusive. */
export interface StatusRange {
  readonly from: number;
  readonly to: number;
}

/** A page of deliveries. `next`: the position of the next page; null: this is the last one. */
export interface DeliveryPage {
  readonly rows: readonly DeliveryRow[];
  readonly next: number | null;
}

export interface DeliveryStore {
  /**
   * Claims up to `limit` due deliveries: moves `runAt` to `until` and increments `attempts`. Claims none for paused destinations and
   * those in `skip`, at most `perDestination` for any other, and none whose lane has an earlier delivery. Destinations take turns, each with its
   * oldest due delivery. A destination whose last attempt timed out gets one delivery, and none while it is in `busy`. At most
   * `timedOutLimit`, less those in `busy`, go to such destinations, least recently attempted first. With the first delivery of a
   * lane up to `perLane` - 1 due ones that follow it are claimed, unless its receiver has failed. They count as one. Ordered by `seq`.
   */
  claim(claim: {
    now: Date;
    until: Date;
    limit: number;
    perDestination: number;
    perLane: number;
    timedOutLimit: number;
    skip: readonly string[];
    busy: readonly string[];
    holder: string;
  }): Promise<DeliveryRow[]>;
  /** Moves `runAt` of claims that are still held (same `attempts`, still pending) to `until`. */
  renew(claimed: readonly DeliveryRow[], until: Date): Promise<void>;
  /**
   * Records attempts, their results and the state of their receivers in one transaction. A failure is dropped if its claim was lost;
   * a success only if a retry was requested since its claim. Ends the claims of `released`, which were not attempted: they are due
   * again. All of them have one holder. `endedLanes`: lanes of which no claimed delivery is left.
   */
  settle(
    settlements: readonly Settlement[],
    related?: {
      readonly released: readonly DeliveryRow[];
      readonly endedLanes: readonly { readonly lane: string; readonly lastSeq: number }[];
    },
  ): Promise<Settled>;
  /** An organization's failing receivers: the reported ones first, then by `failingSince`. */
  failingReceivers(organizationId: string, limit: number): Promise<FailingReceiverRow[]>;
  /** When the next delivery is due, after a time if one is given; null: none is. */
  nextDue(after?: Date): Promise<Date | null>;
  get(organizationId: string, id: string): Promise<DeliveryHistory | null>;
  /** Ordered and paged by `seq`, newest first, or oldest first with `after`. Compares at most 10,000 deliveries: a page may have fewer rows than its limit and a next page. */
  list(organizationId: string, filter: DeliveryFilter, page: OrderedPage): Promise<DeliveryPage>;
  /**
   * Makes a scheduled or ended delivery due at `now` and restarts its schedule. One that is due or being attempted does not change,
   * so that it is never attempted twice at once. Returns the delivery after the change and announces it; null: unchanged or unknown.
   */
  retry(organizationId: string, id: string, now: Date, audit: NewAuditEntry): Promise<DeliveryRow | null>;
  /** Does what `retry` does for each of these deliveries, as one statement. Returns how many changed. */
  retryMany(
    organizationId: string,
    ids: readonly string[],
    within: Pick<DeliveryFilter, 'channelIds'>,
    now: Date,
    audit: NewAuditEntry,
  ): Promise<number>;
  /** How many dead deliveries match. */
  countDead(organizationId: string, filter: Omit<DeliveryFilter, 'state'>): Promise<number>;
  /**
   * Makes up to `limit` matching dead deliveries due at `now`, newest first and older than `before`. `last` is the `before` of the
   * next batch; null: this was the last one. `audit` is written if any delivery was retried.
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
