import type { NewAuditEntry } from './audit-store.js';
import type { Attempt } from './delivery-store.js';
import type { DeliveryRow, FailingReceiverRow, PausedReceiverRow } from '../rows.js';

/** The latest attempt to a receiver. */
export interface LatestAttempt {
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: string | null;
}

/** What the stored deliveries and attempts of a receiver show. */
export interface ReceiverFigures {
  /** Pending and dead deliveries; at most `MAX_COUNTED` of each are counted. */
  readonly pending: number;
  readonly dead: number;
  /** Attempts of the window, of the newest 200 deliveries. */
  readonly attempts: number;
  readonly failedAttempts: number;
  /** Milliseconds; null: no attempt. */
  readonly p50: number | null;
  readonly p95: number | null;
  /** Among the attempts of these deliveries, in and before the window. */
  readonly latest: LatestAttempt | null;
}

/** How many deliveries were created in a period. */
export interface Counted {
  /** The begin of the period. */
  readonly from: Date;
  readonly count: number;
}

/** A failed attempt, with the receiver's response. */
export interface FailedAttempt extends Attempt {
  readonly deliveryId: string;
  readonly number: number;
}

/** A receiver with its state. */
export interface ReceiverState {
  readonly destination: string;
  /** Null: it does not fail. */
  readonly failing: FailingReceiverRow | null;
  /** Null: it is not paused. */
  readonly paused: PausedReceiverRow | null;
  /** What people call it; null: it has no name. */
  readonly name: string | null;
}

/** A receiver with its state and figures. */
export interface Receiver extends ReceiverState, ReceiverFigures {}

/** How many attempts to a receiver ended in a period. */
export interface ReceiverTraffic {
  /** The begin of the period. */
  readonly from: Date;
  /** Attempts that it accepted. */
  readonly delivered: number;
  readonly failed: number;
}

/** How many attempts to a receiver ended in five minutes. */
export interface AttemptCount extends Pick<DeliveryRow, 'organizationId' | 'destination'> {
  readonly periodStart: Date;
  readonly delivered: number;
  readonly failed: number;
}

/** What one address of a receiver got, of its newest 200 deliveries. */
export interface ReceiverAddress {
  /** Without user, password, query and fragment. */
  readonly url: string;
  readonly delivered: number;
  readonly pending: number;
  readonly dead: number;
  /** Null: no attempt has ended. */
  readonly lastAttemptAt: Date | null;
}

/** A delivery of a receiver, with the begin of its last attempt; null: no attempt has ended. */
export interface SampledDelivery extends Pick<DeliveryRow, 'url' | 'state'> {
  readonly lastAttemptAt: Date | null;
}

/** A receiver with what became of its deliveries. */
export interface ReceiverHistory extends Receiver {
  readonly lastFailure: FailedAttempt | null;
  /** Dead deliveries by the day of their creation, the newest first; null: not counted. */
  readonly deadByDay: readonly Counted[] | null;
  /** The addresses of the deliveries that were created in the window, the one with the newest first. */
  readonly addresses: readonly ReceiverAddress[];
  /** The periods of the window, the oldest first, without gaps. */
  readonly traffic: readonly ReceiverTraffic[];
}

/** Which receivers a list has: all, or only those that are paused or have a name. */
export type ListedReceivers = 'all' | 'paused' | 'named';

/** Destinations of callbacks. A receiver exists while it has deliveries, fails, is paused or has a name. */
export interface ReceiverStore {
  /** Destinations in alphabetical order after `after`. */
  destinations(
    organizationId: string,
    which: ListedReceivers,
    page: { readonly limit: number; readonly after: string | null },
  ): Promise<string[]>;
  /** The states of these receivers, in their order. */
  states(organizationId: string, destinations: readonly string[]): Promise<ReceiverState[]>;
  /** The figures of these receivers, with attempts since a time, in their order. */
  figures(organizationId: string, destinations: readonly string[], since: Date): Promise<ReceiverFigures[]>;
  /** The newest failed attempt, among the newest 200 deliveries of each state; null: none of them failed. */
  lastFailure(organizationId: string, destination: string): Promise<FailedAttempt | null>;
  /** The newest `MAX_COUNTED` dead deliveries by the quarter of an hour of their creation, the newest first. */
  deadByQuarterHour(organizationId: string, destination: string): Promise<Counted[]>;
  /** Of its newest 200 deliveries those that were created at `since` or later, the newest first. */
  newest(organizationId: string, destination: string, since: Date): Promise<SampledDelivery[]>;
  /** Adds to the counts of periods of five minutes. */
  addTraffic(counts: readonly AttemptCount[]): Promise<void>;
  /** The sums of periods of `periodMs` that begin at `since` or later and have attempts, the oldest first. */
  traffic(organizationId: string, destination: string, since: Date, periodMs: number): Promise<ReceiverTraffic[]>;
  exists(organizationId: string, destination: string): Promise<boolean>;
  /** Sets the name; null removes it. Without a change nothing is written. `audit`: the entry of a change, by the name before. */
  rename(
    row: Pick<ReceiverState, 'destination' | 'name'> & { readonly organizationId: string },
    audit: (before: string | null) => NewAuditEntry,
  ): Promise<void>;
  /** From its return on no delivery of this receiver is claimed. Returns false if it was paused already: nothing changes then. */
  pause(row: PausedReceiverRow, audit: NewAuditEntry): Promise<boolean>;
  /** Returns false if it was not paused. */
  resume(organizationId: string, destination: string, audit: NewAuditEntry): Promise<boolean>;
}

/** The most deliveries of a state that are counted. */
export const MAX_COUNTED = 10_000;
