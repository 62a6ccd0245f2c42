import type { Credentials } from './platform.js';
import type { DeliverEvents } from './events.js';

/** What the gateway lends to an adapter for the life of one connection. */
export interface ConnectionContext<C = Credentials> {
  readonly credentials: C;
  /** Root addresses by name, without trailing slash: the manifest's defaults or the operator's own. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** The public address of this account's webhook, or null when the gateway has none. */
  readonly webhookUrl: string | null;
  /** The one seam for webhooks, polls and sockets. Resolves after the events are durable; acknowledge only then. */
  readonly deliver: DeliverEvents;
  /** Small durable memory of this account (a poll offset, a conversation reference). */
  readonly state: AccountState;
  readonly log: Log;
  /** Wall clock in milliseconds. */
  readonly now: () => number;
  /**
   * Refuses, when connecting, the addresses that callbacks may not reach, but for `endpoints` that an operator chose. Its error's
   * `cause` then has the code `EREFUSED_ADDRESS`.
   */
  readonly fetch: typeof fetch;
}

/** A durable map of strings, private to one account on one platform. */
export interface AccountState {
  get(key: string): Promise<string | null>;
  set(key: string, value: string): Promise<void>;
}

/** Structured log lines. Never pass an SDK's own error: it may carry a secret. */
export interface Log {
  debug(message: string, fields?: Record<string, unknown>): void;
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

/** One bot account, connected. The presence of an optional member is the capability. All methods throw `PlatformError`. */
export interface Connection {
  /** Asks the platform who the credentials belong to and whether the target can be reached. Reports, does not throw, for bad credentials. */
  probe(target: string, signal?: AbortSignal): Promise<Probe>;
  /**
   * Chats that the bot can reach or has heard from, the latest first where that can be told; at most 50 are of use. Asks, and
   * disturbs nothing: a platform that tells of chats by its stream of events alone leaves that alone while it is `receiving`.
   */
  chats?(search: ChatSearch, signal?: AbortSignal): Promise<readonly Chat[]>;
  sendMessage(message: OutboundMessage, signal?: AbortSignal): Promise<Posted>;
  sendPrompt(question: Question, signal?: AbortSignal): Promise<Posted>;
  /** Rewrites a posted question without buttons. Done already counts as success. */
  closePrompt?(closed: ClosedPrompt, signal?: AbortSignal): Promise<void>;
  /** Verifies, parses, delivers and answers one request on the account's webhook address. */
  webhook?(request: WebhookRequest): Promise<WebhookReply>;
  /** Whether the platform means this account by a name of `otherAccounts`. Throws when that cannot be told at the moment. */
  isAccount?(name: string): Promise<boolean>;
  /** Receives events until `signal` aborts. Resolves once everything in flight has been delivered or given back. */
  start?(stream: StreamControl): Promise<void>;
  /**
   * Tells the platform to send events to `webhookUrl`, or asks it whether the credentials hold where that is set by hand; called at
   * start and after it changed. Resolving says that the platform has accepted the account; `unverified`, that it could not be told.
   */
  register?(signal?: AbortSignal): Promise<void | 'unverified'>;
  /** Undoes `register`: the account's last channel is gone. */
  unregister?(signal?: AbortSignal): Promise<void>;
  /** Frees what the connection holds. May be called twice. */
  close(): Promise<void>;
}

export interface StreamControl {
  readonly signal: AbortSignal;
  /** The stream works (again). */
  onUp(): void;
  /** The stream does not work and the adapter goes on trying; `reason` tells an operator what to do. */
  onDown(reason: string): void;
}

export interface Probe {
  readonly ok: boolean;
  /** Who the credentials belong to. */
  readonly account: { readonly id: string; readonly name: string } | null;
  /** What the target is. */
  readonly target: { readonly id: string; readonly name: string } | null;
  /** One sentence each, telling what to do. Empty when `ok`. */
  readonly problems: readonly string[];
}

/** What a channel may lead to. */
export interface Chat {
  /** As an operator enters it. */
  readonly id: string;
  /** What people call it. */
  readonly name: string;
}

export interface ChatSearch {
  /** The gateway takes in this account's events, here or on another instance. */
  readonly receiving: boolean;
}

export interface OutboundMessage {
  readonly target: string;
  readonly text: string;
  /** Platform id of the message to reply to, in its thread. A vanished message is not an error. */
  readonly replyTo?: string;
}

export interface Button {
  /** Already fits `capabilities.buttons.labelLength`. */
  readonly label: string;
  /** At most 32 ASCII bytes, returned byte for byte in a press. */
  readonly token: string;
}

/** Media to attach. */
export type Media =
  | { readonly kind: 'url'; readonly url: string }
  | {
      readonly kind: 'bytes';
      readonly path: string;
      readonly size: number;
      readonly contentType: string;
      readonly filename: string;
    };

/** A question, laid out to the platform's declared limits. */
export interface Question {
  readonly target: string;
  /** Messages to post in order, each within `text.max`; the buttons belong to the last one, which is within `text.question`. */
  readonly texts: readonly [string, ...string[]];
  readonly buttons: readonly Button[];
  readonly media: Media | null;
}

/** What the platform made of it. */
export interface Posted {
  /** The message that carries the buttons. */
  readonly messageId: string;
  /** Every message that was posted, that one included; a native reply to any of them answers the question. */
  readonly messageIds: readonly string[];
  /** What `closePrompt` needs later, as JSON; null when nothing. */
  readonly ref: PostedRef | null;
}

export type PostedRef = { readonly [key: string]: string | number | boolean | null };

/** How a question must look now that it is closed. */
export interface ClosedPrompt {
  readonly target: string;
  readonly messageId: string;
  readonly ref: PostedRef | null;
  /** The full new text of the message that carried the buttons, within `text.question` and `text.max`. */
  readonly text: string;
  /** One short sentence with the outcome, for platforms that cannot rewrite a message. */
  readonly notice: string;
}

export interface WebhookRequest {
  readonly method: 'GET' | 'POST';
  /** The address as the platform called it. */
  readonly url: string;
  readonly query: Readonly<Record<string, string>>;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
}

export interface WebhookReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, a string as plain text. */
  readonly body?: string | object;
  /**
   * The platform's names of other accounts whose events the request carries besides, where several share one address. Those
   * events were not delivered: their own connections get the request, and verify it, before it is answered.
   */
  readonly otherAccounts?: readonly string[];
}
