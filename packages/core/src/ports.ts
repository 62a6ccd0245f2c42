import type { ChannelType, HealthState, PromptState } from '@gateway/contract';
import type { PostedRef } from '@gateway/platform-kit';
import type { AuditStore, NewAuditEntry } from './audit/audit.js';
import type { DeliveryStore } from './deliveries/delivery-store.js';
import type { IdempotencyStore } from './idempotency/idempotency-store.js';
import type { KeyStore } from './keys/key-store.js';
import type { RetentionStore } from './retention/retention-store.js';
import type { ChannelRow, DeliveryRow, MessageRow, PromptRow } from './rows.js';
import type { StreamEventStore } from './events/stream-event-store.js';
import type { FiguresStore } from './status/figures.js';
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
  readonly leases: LeaseStore;
  readonly accountState: AccountStateStore;
  readonly audit: AuditStore;
  readonly retention: RetentionStore;
  readonly status: StatusStore;
  readonly figures: FiguresStore;
  readonly streamEvents: StreamEventStore;
  readonly changes: Changes;
  /** Rejects when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** A page of a list, newest first: at most `limit` rows, older than the position `before`. */
export interface Page {
  readonly limit: number;
  readonly before: number | null;
}

export type NewChannel = Pick<
  ChannelRow,
  | 'organizationId'
  | 'channelId'
  | 'platform'
  | 'targetChatId'
  | 'channelType'
  | 'callbackUrl'
  | 'credentials'
  | 'account'
  | 'createdAt'
>;

export interface ChannelFilter {
  readonly platform?: string;
  readonly channelType?: ChannelType;
  readonly isActive?: boolean;
  /** Part of the id or the target, in any case. */
  readonly q?: string;
}

export interface ChannelChange {
  readonly targetChatId?: string;
  readonly callbackUrl?: string | null;
  readonly credentials?: string;
  readonly account?: string;
  readonly isActive?: boolean;
  readonly updatedAt: Date;
}

export interface Health {
  readonly state: HealthState;
  readonly detail: string | null;
  readonly at: Date;
}

export interface ChannelActivity {
  readonly organizationId: string;
  readonly channelId: string;
  readonly inboundAt: Date | null;
  readonly outboundAt: Date | null;
}

export interface ChannelStore {
  /** Inserts an active channel. False: the id is taken, by an inactive channel too. */
  insert(channel: NewChannel, audit?: NewAuditEntry): Promise<boolean>;
  get(organizationId: string, channelId: string): Promise<ChannelRow | null>;
  /** Ordered and continued by `seq`. */
  list(organizationId: string, filter: ChannelFilter, page: Page): Promise<ChannelRow[]>;
  /** Compare-and-set: false when the channel is no longer at `revision`. Announces a `channel` change. */
  update(
    organizationId: string,
    channelId: string,
    revision: number,
    change: ChannelChange,
    audit?: NewAuditEntry,
  ): Promise<boolean>;
  /** Every active channel of every organization, oldest first. */
  active(): Promise<ChannelRow[]>;
  /** Sets the health of these channels where it differs; `healthSince` changes only with the state. Leaves `revision` alone. */
  setHealth(organizationId: string, channelIds: readonly string[], health: Health): Promise<void>;
  /** Moves `lastInboundAt` and `lastOutboundAt` forward. */
  touch(activity: readonly ChannelActivity[]): Promise<void>;
}

export type NewPrompt = Pick<
  PromptRow,
  | 'organizationId'
  | 'channelId'
  | 'platform'
  | 'chatId'
  | 'account'
  | 'text'
  | 'mediaUrl'
  | 'options'
  | 'allowText'
  | 'callbackUrl'
  | 'correlationId'
  | 'notifyOnExpiry'
  | 'nonce'
  | 'createdAt'
  | 'expiresAt'
  | 'apiKeyId'
>;

export interface PromptFilter {
  /** As a reader sees it at `now`: an overdue pending prompt counts as expired, a `posting` one is in no list. */
  readonly state?: PromptState;
  readonly now: Date;
  readonly channelId?: string;
  readonly correlationId?: string;
  readonly q?: string;
}

/** The platform's own id of an inbound event; accepted once per account. */
export interface EventKey {
  readonly account: string;
  readonly eventId: string;
}

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

export interface Answer {
  readonly organizationId: string;
  readonly num: number;
  readonly at: Date;
  readonly type: 'option' | 'text';
  readonly value: string;
  readonly by: { readonly id: string; readonly username: string | null; readonly name: string | null };
  /** The message that gets a confirmation in its thread. */
  readonly confirmTo: string | null;
  readonly delivery: NewDelivery | null;
  readonly event: EventKey | null;
}

/** One prompt's chat message that this instance brings up to date until `until`. */
export interface Closing {
  readonly prompt: PromptRow;
  readonly until: Date;
}

export interface PromptStore {
  /** Takes the organization's next number and inserts the prompt as `posting`. */
  open(prompt: NewPrompt): Promise<PromptRow>;
  /** `posting` becomes `pending` (an answer that was quicker stays) and the messages are remembered. */
  posted(
    organizationId: string,
    num: number,
    posted: { messageId: string; messageIds: readonly string[]; ref: PostedRef | null },
  ): Promise<void>;
  /** Removes a prompt that is still `posting`. */
  discard(organizationId: string, num: number): Promise<void>;
  /** Removes prompts `posting` since before `before`: their instance died. Returns how many. */
  discardAbandoned(before: Date): Promise<number>;
  get(organizationId: string, num: number): Promise<PromptRow | null>;
  /** Ordered and continued by `num`. */
  list(organizationId: string, filter: PromptFilter, page: Page): Promise<PromptRow[]>;
  /** Whether one of these channels is posting a question since `since`: its message may be in the chat before it is recorded. */
  isPosting(organizationId: string, channelIds: readonly string[], since: Date): Promise<boolean>;
  /** The prompt that one of these channels posted as (or with) this message. */
  byMessage(organizationId: string, channelIds: readonly string[], messageId: string): Promise<PromptRow | null>;
  /**
   * The one place where a prompt becomes answered: event not seen before, compare-and-set from `posting` or `pending` and not
   * past `expiresAt` at `at`, delivery; all or nothing. The chat message is due for closing at once. Announces a `prompt` change.
   */
  answer(answer: Answer): Promise<'answered' | 'closed' | 'duplicate'>;
  /**
   * Expires up to `limit` pending prompts that are past `expiresAt`, each with the delivery that `deliveryOf` makes of it, in one
   * transaction; no two instances get the same ones. Announces `prompt` changes.
   */
  expireDue(now: Date, limit: number, deliveryOf: (prompt: PromptRow) => NewDelivery | null): Promise<PromptRow[]>;
  /**
   * Compare-and-set: a pending prompt that is not past `expiresAt` becomes expired as cancelled, with its delivery. False: it was
   * not pending any more. Announces a `prompt` change.
   */
  cancel(
    organizationId: string,
    num: number,
    at: Date,
    delivery: NewDelivery | null,
    audit?: NewAuditEntry,
  ): Promise<boolean>;
  /** When the next pending prompt expires; null: none will. */
  nextExpiry(): Promise<Date | null>;
  /** Claims prompts whose `closeDueAt` has passed by moving it to `until`; counts the try in `closeAttempts`. */
  claimClosings(now: Date, until: Date, limit: number): Promise<Closing[]>;
  /** The confirmation has been posted. */
  confirmed(organizationId: string, num: number): Promise<void>;
  /** Ends a claim: done for good (`retryAt` null) or due again; nothing when the claim was lost. */
  endClosing(closing: Closing, retryAt: Date | null): Promise<void>;
  /** When the next closing is due; null: none is. */
  nextClosing(): Promise<Date | null>;
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
  /** Stores an inbound text (`message` null: nothing is kept) and its delivery unless the event was seen before. False: it was. */
  receive(
    event: EventKey & { organizationId: string; at: Date },
    message: Omit<MessageRow, 'seq'> | null,
    delivery: NewDelivery,
  ): Promise<boolean>;
  insert(message: Omit<MessageRow, 'seq'>): Promise<MessageRow>;
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

/** Requests to addresses that clients give. */
export interface Outgoing {
  /** Why no request may go to this address as far as can be told without resolving its name; null: none is known. */
  refuses(url: string): string | null;
  /** Refused addresses and failures reject with a sentence. Redirects are not followed. */
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

/** A structured log. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
