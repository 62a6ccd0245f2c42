import type { Credentials } from './credentials.js';
import type { ReportDeliveries } from './delivery-reports.js';
import type { Dialog } from './dialogs.js';
import type { Chat, DeliverEvents } from './events.js';
import type { ReportMoved } from './moved-targets.js';
import type { OpenSocket } from './sockets.js';

/** What the gateway provides to an adapter for the lifetime of one connection. */
export interface ConnectionContext<C = Credentials> {
  readonly credentials: C;
  /** Root addresses by name, without trailing slash: the manifest's defaults or the operator's overrides. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** The public address of this account's webhook, or null when the gateway has none. */
  readonly webhookUrl: string | null;
  /** Passes on events from a webhook, a poll or a socket. Resolves when the events are durable; acknowledge only then. */
  readonly deliver: DeliverEvents;
  /** Passes on what the platform reports about posted messages. Only for platforms with `capabilities.deliveryReports`. */
  readonly reportDeliveries: ReportDeliveries;
  /** Passes on that a person or chat has another id now. */
  readonly reportMoved: ReportMoved;
  /** Small durable storage for this account, for example for a poll offset or a conversation reference. */
  readonly state: AccountState;
  readonly log: Log;
  /** Wall clock in milliseconds. */
  readonly now: () => number;
  /**
   * Refuses to connect to addresses that callbacks may not reach, except `endpoints` that an operator set. The error's `cause` then has
   * the code `EREFUSED_ADDRESS`.
   */
  readonly fetch: typeof fetch;
  /**
   * Opens a socket by the rules of `fetch`, through the operator's proxy if there is one, for adapters whose protocol is not HTTP.
   * Rejects with a `PlatformError`: for a refused address it names the setting.
   */
  readonly connect: OpenSocket;
  /**
   * Returns the undici dispatcher of `fetch`, for sockets that an SDK opens: it goes through the operator's proxy. Absent: no proxy is
   * set, and sockets are opened directly.
   */
  readonly openDispatcher?: () => Promise<object>;
}

/** A durable map of strings that belongs to one account on one platform. */
export interface AccountState {
  get(key: string): Promise<string | null>;
  set(key: string, value: string): Promise<void>;
}

/** Structured log lines. Never pass an SDK's own error: it may contain a secret. */
export interface Log {
  debug(message: string, fields?: Record<string, unknown>): void;
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

/** The connection of one bot account. An optional member is implemented only where the platform supports it. All methods throw `PlatformError`. */
export interface Connection {
  /** Checks which account the credentials belong to and whether the target can be reached. Bad credentials are a problem in the result, not an error. */
  probe(target: string, signal?: AbortSignal): Promise<Probe>;
  /**
   * Lists chats that the bot can reach or has received messages from, latest first where the platform knows; at most 50 are used.
   * Read-only: a platform that reports chats only in its event stream must not read that stream while `receiving` is true.
   */
  chats?(search: ChatSearch, signal?: AbortSignal): Promise<readonly Chat[]>;
  sendMessage(message: OutboundMessage, signal?: AbortSignal): Promise<Posted>;
  sendPrompt(question: Question, signal?: AbortSignal): Promise<Posted>;
  /** Posts an approved template with one button. Only with `capabilities.windowTemplate`. */
  sendTemplate?(message: TemplateMessage, signal?: AbortSignal): Promise<Posted>;
  /** Why a template cannot be sent, in one sentence that says what to do; null: no reason is known. Part of an operator's test. */
  templateProblem?(template: TemplateRef, signal?: AbortSignal): Promise<string | null>;
  /** Rewrites a posted question without its buttons. Succeeds also when that was done before. */
  closePrompt?(closed: ClosedPrompt, signal?: AbortSignal): Promise<void>;
  /**
   * Opens a dialog in answer to a press, while `deliver` handles the press. Then it is the only reply to the press: a notice and a
   * `closedText` of the outcome may not be shown. Only with `capabilities.dialogs`.
   */
  openDialog?(dialog: Dialog, signal?: AbortSignal): Promise<void>;
  /** Handles one request on the account's webhook address: verifies and parses it, delivers its events, and returns the reply. */
  webhook?(request: WebhookRequest): Promise<WebhookReply>;
  /** Whether a name in `otherAccounts` is this account. Throws when that cannot be determined now. */
  isAccount?(name: string): Promise<boolean>;
  /** Receives events until `signal` aborts. Resolves when everything in flight has been delivered, or left for the platform to redeliver. */
  start?(stream: StreamControl): Promise<void>;
  /**
   * Registers `webhookUrl` with the platform. Where operators set the address by hand, checks the credentials instead. Called at start
   * and after a change. Resolves when the platform has accepted the account, with `unverified` when that could not be determined.
   */
  register?(signal?: AbortSignal): Promise<void | 'unverified'>;
  /** Undoes `register`. Called when the account's last channel was removed. */
  unregister?(signal?: AbortSignal): Promise<void>;
  /** Releases the connection's resources. May be called twice. */
  close(): Promise<void>;
}

export interface StreamControl {
  readonly signal: AbortSignal;
  /** The stream works, or works again. `remark` tells an operator what the platform withholds and what to do; it is shown with the channel's health. */
  onUp(remark?: string): void;
  /** The stream does not work, and the adapter keeps retrying. `reason` tells an operator what to do. */
  onDown(reason: string): void;
  /** A poll or heartbeat succeeded, also one without news. Only for the metrics. Older gateways do not have it. */
  onContact?(): void;
}

export interface Probe {
  readonly ok: boolean;
  /** The account that the credentials belong to; null when unknown. */
  readonly account: { readonly id: string; readonly name: string } | null;
  /** The target as the platform describes it; null when unknown. */
  readonly target: { readonly id: string; readonly name: string } | null;
  /** One sentence per problem that says what to do. Empty when `ok`. */
  readonly problems: readonly string[];
  /**
   * What the platform withholds of this target although it can be reached, for example messages that do not mention the bot, and what
   * could not be checked: one sentence each that says what arrives and what to do for the rest. Shown with the test, and in the health of channels that relay all messages.
   */
  readonly remarks?: readonly string[];
}

export interface ChatSearch {
  /** True when the gateway receives this account's events, on this or another instance. */
  readonly receiving: boolean;
}

export interface OutboundMessage {
  readonly target: string;
  readonly text: string;
  /** Platform id of the message to reply to, in its thread. A deleted message is not an error. */
  readonly replyTo?: string;
  /** The thread or topic of the target to post in, as an event named it. A target that names a thread itself has priority. */
  readonly thread?: string;
  /** Id of the person who alone should see the message. Ignored where the platform has no such messages. */
  readonly privateTo?: string;
  /** True: the reply window may be closed; send in the way that works then. Only with `capabilities.directSend`. */
  readonly outsideWindow?: boolean;
  /**
   * Names this post: the same for every attempt, also after a crash, and different for every other post. For platforms that drop a
   * repeated post with the same key. At most 22 ASCII letters, digits, `-` and `_`; not a secret. With several messages, use `partKey`.
   */
  readonly idempotencyKey?: string;
}

/** A choice: a button, a choice of a poll, or a reaction, whose `label` is then the number that it shows. */
export interface Button {
  /** Within the `labelLength` of the capabilities. */
  readonly label: string;
  /** At most 32 ASCII bytes. A press returns it byte for byte. */
  readonly token: string;
  /** True: a press is to open a dialog. Some platforms must know this when the button is posted, and return no `dialogHandle` otherwise. */
  readonly opensDialog?: boolean;
}

/** An attachment: an address, or a file of the gateway at `path` that exists until the call ends. */
export type Media =
  | { readonly kind: 'url'; readonly url: string }
  | {
      readonly kind: 'bytes';
      readonly path: string;
      readonly size: number;
      readonly contentType: string;
      readonly filename: string;
    };

/** A question, laid out within the platform's declared limits. */
export interface Question {
  readonly target: string;
  /** Messages to post in order, each within `text.max`. The last one gets the buttons and is within `text.question`. */
  readonly texts: readonly [string, ...string[]];
  /** Buttons, reactions or the choices of a poll, as `capabilities.choices` says. Empty: people answer by replies, or the question takes no answer. */
  readonly buttons: readonly Button[];
  readonly media: Media | null;
  /** Whether the question takes an answer in the person's own words besides its choices. Absent: it is unknown. */
  readonly allowsText?: boolean;
  /** As in `OutboundMessage`. */
  readonly outsideWindow?: boolean;
  /** As in `OutboundMessage`. */
  readonly idempotencyKey?: string;
}

/** A template that the platform has approved. */
export interface TemplateRef {
  readonly name: string;
  readonly language: string;
}

/** An approved template with one parameter in its text and one button. */
export interface TemplateMessage {
  readonly target: string;
  readonly template: TemplateRef;
  /** The number of the question. */
  readonly parameter: string;
  /** The token of the button, at most 32 ASCII bytes. The template has its label. */
  readonly token: string;
  /** As in `OutboundMessage`. */
  readonly idempotencyKey?: string;
}

/** The messages that were posted. */
export interface Posted {
  /** The message with the buttons. Empty only after `sendMessage`, when the platform accepted the text without returning an id. */
  readonly messageId: string;
  /** All posted messages, including `messageId`. A native reply to any of them answers the question. */
  readonly messageIds: readonly string[];
  /** JSON that `closePrompt` needs later; null when it needs none. */
  readonly ref: PostedRef | null;
}

export type PostedRef = { readonly [key: string]: string | number | boolean | null };

/** The new content of a question that is closed. */
export interface ClosedPrompt {
  readonly target: string;
  readonly messageId: string;
  readonly ref: PostedRef | null;
  /** The full new text of the message with the buttons, within `text.question` and `text.max`. */
  readonly text: string;
  /** One short sentence with the outcome, for platforms that cannot rewrite a message. */
  readonly notice: string;
  /** Buttons that stay below the text; absent: none. Adapters that do not know it leave it out. Only where `capabilities` has buttons. */
  readonly buttons?: readonly Button[];
}

export interface WebhookRequest {
  readonly method: 'GET' | 'POST';
  /** The address that the platform called. */
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
   * The platform's names of other accounts that have events in the same request, where several accounts share one address. Those events
   * were not delivered: the core passes the request to their connections, which verify it, before it replies.
   */
  readonly otherAccounts?: readonly string[];
}
