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
