/** A page of a list, newest first: at most `limit` rows, older than the position `before`. */
export interface Page {
  readonly limit: number;
  readonly before: number | null;
}

/** A page of a list that can also be read oldest first. */
export interface OrderedPage extends Page {
  /** Present: oldest first, newer than this position. Null: from the beginning. `before` is then null. */
  readonly after?: number | null;
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

/** A change on this or another instance. `everything`: announcements may have been missed. */
export type Change =
  | { readonly kind: 'channel'; readonly organizationId: string; readonly id: string }
  /** The recorded problems or the health of channels. */
  | { readonly kind: 'health'; readonly organizationId: string }
  | { readonly kind: 'prompt'; readonly organizationId: string; readonly num: number }
  | { readonly kind: 'key'; readonly organizationId: string; readonly id: string }
  /** An operator, or one of their sessions. */
  | { readonly kind: 'operator'; readonly organizationId: string; readonly id: string }
  /** A delivery is due here; other instances see it as `event`. `lane`: it waits for the earlier ones of this lane. */
  | { readonly kind: 'delivery'; readonly lane?: string | null }
  /** An operator paused or resumed a receiver. */
  | { readonly kind: 'receiver'; readonly destination: string; readonly paused: boolean }
  | { readonly kind: 'settings'; readonly organizationId: string }
  /** The event stream has new events that no other change announces. */
  | { readonly kind: 'event' }
  | { readonly kind: 'everything' };

/** Announcements after commit. They only make readers look sooner: every change is also found without them. */
export interface Changes {
  subscribe(listener: (change: Change) => void): () => void;
}

/** Wall clock and timers, which tests replace. Times are in milliseconds. */
export interface Clock {
  now(): number;
  /** Runs `work` once after `ms`. Returns a function that cancels it. */
  after(ms: number, work: () => void): () => void;
}

/** A receiver did not respond before the timeout, and held a connection until then. */
export class ReceiverTimeout extends Error {}

/** Requests to addresses that clients provide. */
export interface Outgoing {
  /** Why no request may go to this address, checked without resolving its name; null: no reason is known. */
  refuses(url: string): string | null;
  /** Rejects with a sentence for refused addresses and failures, with a `ReceiverTimeout` after `timeoutMs`. Follows no redirects. */
  post(request: {
    url: string;
    headers: Readonly<Record<string, string>>;
    body: string | Uint8Array;
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
  /** `hash` null: takes as long as a real check and resolves to false. Rejects as `hash` does. */
  verify(hash: string | null, password: string): Promise<boolean>;
}

/** Time-based one-time codes of an authenticator app (RFC 6238): six digits, a step of 30 s. */
export interface AuthenticatorCodes {
  /** 160 bits, base32. */
  newSecret(): Promise<string>;
  /** The `otpauth:` address that an app reads from a QR code. */
  address(secret: string, account: string): Promise<string>;
  /** The number of the time step of a code, at most one step from `at`; null: the code is wrong. */
  stepOf(secret: string, code: string, at: Date): Promise<number | null>;
}

/** A structured log. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
