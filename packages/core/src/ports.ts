import type { AuditStore, NewAuditEntry } from './audit/audit.js';
import type { ChannelStore } from './channels/channel-store.js';
import type { DeliveryStore, MessageDelivery } from './deliveries/delivery-store.js';
import type { IdempotencyStore } from './idempotency/idempotency-store.js';
import type { KeyStore } from './keys/key-store.js';
import type { OneTimeLinkStore, OperatorStore, SessionStore, SignInFailureStore } from './operators/operator-store.js';
import type { RetentionStore } from './retention/retention-store.js';
import type { PromptStore } from './prompts/prompt-store.js';
import type { MessageRow } from './rows.js';
import type { StreamEventStore } from './events/stream-event-store.js';
import type { StoredTextStore } from './sealed-addresses/stored-text-store.js';
import type { FiguresStore } from './status/figures.js';
import type { StatisticsStore } from './status/statistics.js';
import type { StatusStore } from './status/status.js';

/** Everything that the product keeps. Every method is atomic; each resolves only after its writes are durable. */
export interface Store {
  readonly channels: ChannelStore;
  readonly prompts: PromptStore;
  readonly messages: MessageStore;
  readonly events: EventStore;
  readonly deliveries: DeliveryStore;
  readonly idempotency: IdempotencyStore;
  readonly keys: KeyStore;
  readonly operators: OperatorStore;
  readonly sessions: SessionStore;
  readonly oneTimeLinks: OneTimeLinkStore;
  readonly signInFailures: SignInFailureStore;
  readonly leases: LeaseStore;
  readonly accountState: AccountStateStore;
  readonly audit: AuditStore;
  readonly retention: RetentionStore;
  readonly status: StatusStore;
  readonly statistics: StatisticsStore;
  readonly figures: FiguresStore;
  readonly streamEvents: StreamEventStore;
  readonly storedTexts: StoredTextStore;
  readonly changes: Changes;
  /** How often the database could not serve since it was opened. */
  failures(): number;
  /** Writes a row that means nothing, `large` as much as a busy commit; rejects when the database cannot store it. */
  probe(size: 'small' | 'large'): Promise<void>;
  close(): Promise<void>;
}

/** A page of a list, newest first: at most `limit` rows, older than the position `before`. */
export interface Page {
  readonly limit: number;
  readonly before: number | null;
}

/** The platform's own id of an inbound event; accepted once per account. */
export interface EventKey {
  readonly account: string;
  readonly eventId: string;
}

export interface EventStore {
  /** Remembers an inbound event that changes nothing else. False: it was seen before. */
  first(event: EventKey & { organizationId: string; at: Date }): Promise<boolean>;
}

export interface MessageFilter {
  readonly direction?: 'inbound' | 'outbound';
  readonly channelId?: string;
  /** Part of the text, in any case. */
  readonly q?: string;
}

export interface MessageStore {
  /**
   * Stores an inbound text (`message` null: nothing is kept) and its delivery unless the event was seen before. False: it was.
   * Each is numbered within its channel: 1 for the first, without gaps, in the order of the deliveries.
   */
  receive(
    event: EventKey & { organizationId: string; at: Date },
    message: Omit<MessageRow, 'seq'> | null,
    delivery: MessageDelivery,
  ): Promise<boolean>;
  insert(message: Omit<MessageRow, 'seq'>, audit?: NewAuditEntry): Promise<MessageRow>;
  get(organizationId: string, id: string): Promise<MessageRow | null>;
  /** Ordered and continued by `seq`. */
  list(organizationId: string, filter: MessageFilter, page: Page): Promise<MessageRow[]>;
}

export interface LeaseStore {
  /** Takes or renews the lease until `until`. False: another holder has it. */
  acquire(name: string, holder: string, now: Date, until: Date): Promise<boolean>;
  release(name: string, holder: string): Promise<void>;
}

export interface AccountStateStore {
  get(account: AccountId, key: string): Promise<string | null>;
  set(account: AccountId, key: string, value: string): Promise<void>;
}

/** A bot account within an organization. */
export interface AccountId {
  readonly organizationId: string;
  readonly platform: string;
  readonly account: string;
}

/** Something changed, here or on another instance. `everything`: announcements may have been missed. */
export type Change =
  | { readonly kind: 'channel'; readonly organizationId: string; readonly id: string }
  | { readonly kind: 'prompt'; readonly organizationId: string; readonly num: number }
  | { readonly kind: 'key'; readonly organizationId: string; readonly id: string }
  /** An operator, or one of their sessions. */
  | { readonly kind: 'operator'; readonly organizationId: string; readonly id: string }
  | { readonly kind: 'delivery' }
  | { readonly kind: 'settings'; readonly organizationId: string }
  /** The event stream has grown by a change that is not announced otherwise. */
  | { readonly kind: 'event' }
  | { readonly kind: 'everything' };

/** Announcements after commit. A hint to look sooner, never the only way to learn of a change. */
export interface Changes {
  subscribe(listener: (change: Change) => void): () => void;
}

/** Wall clock and timers; tests turn their own. Times are in milliseconds. */
export interface Clock {
  now(): number;
  /** Runs `work` once after `ms`; returns what cancels it. */
  after(ms: number, work: () => void): () => void;
}

/** A receiver gave no answer within its time, and held a connection for all of it. */
export class ReceiverTimeout extends Error {}

/** Requests to addresses that clients give. */
export interface Outgoing {
  /** Why no request may go to this address as far as can be told without resolving its name; null: none is known. */
  refuses(url: string): string | null;
  /** Refused addresses and failures reject with a sentence, no answer in time with a `ReceiverTimeout`. Redirects are not followed. */
  post(request: {
    url: string;
    headers: Readonly<Record<string, string>>;
    body: string;
    timeoutMs: number;
    signal: AbortSignal;
  }): Promise<{
    readonly status: number;
    readonly retryAfter: string | null;
    /** The first 2 kB. */
    readonly body: string;
  }>;
}

/** Slow hashing of passwords. */
export interface Passwords {
  /** argon2id, in PHC form. Rejects with a `throttled` Refusal when too many are being hashed. */
  hash(password: string): Promise<string>;
  /** `hash` null: takes as long, and is false. Rejects as `hash` does. */
  verify(hash: string | null, password: string): Promise<boolean>;
}

/** A structured log. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
