import type { WebhookRequest } from '../connection.js';
import type { TestConnection } from './test-connection.js';

/** How the platform's next answer fails. */
export type Failure = 'rate_limited' | 'forbidden' | 'unavailable' | 'network';

/** A message as it appears in the chat. */
export interface ShownMessage {
  readonly id: string;
  readonly text: string;
  /** Labels of its buttons or poll choices, or what its reactions stand for (`1`, `2` …), in order. */
  readonly buttons: readonly string[];
}

/** A file that a person sends. */
export interface SentFile {
  readonly name: string;
  /** Its media type, such as `image/png`. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** A running simulator of a platform with the actions that the conformance suite needs. The author of an adapter writes one. */
export interface Rig {
  readonly credentials: Readonly<Record<string, string>>;
  /** Valid for the manifest's schema, but refused by the platform. */
  readonly badCredentials: Readonly<Record<string, string>>;
  readonly target: string;
  /** Valid, but no such chat exists. Null: the platform cannot tell whether a chat exists, as with e-mail. */
  readonly unknownTarget: string | null;
  /** The platform's root addresses, by the manifest's names. */
  readonly endpoints: Readonly<Record<string, string>>;
  /**
   * A person presses a button of the newest question, reacts to it, or votes in its poll; `place` counts from 0. Resolves when the
   * platform has the reply to the press. Not called with `choices: 'replies'`.
   */
  press(place: number): Promise<void>;
  /** A person writes a text, as a native reply to the message `replyTo` if given. */
  write(text: string, replyTo?: string): Promise<void>;
  /**
   * A person sends files, with a text and as a native reply to the message `replyTo` if given: in one message, or where the platform has
   * one file per message, in one message each, the text with the first. Only with `capabilities.inboundFiles`.
   */
  send?(files: readonly SentFile[], text?: string, replyTo?: string): Promise<void>;
  /** The platform sends its newest event once more. */
  redeliver(): Promise<void>;
  /** The bot's messages in the target, oldest first. */
  shown(): readonly ShownMessage[] | Promise<readonly ShownMessage[]>;
  /** Makes the platform's next answer to a posted message fail: the next one, or after `posts` others. Nothing is posted then. */
  fail(failure: Failure, posts?: number): void;
  /** The platform ends every connection that it holds open, as at a restart of its server, and accepts new ones at once. Default: not done. */
  disconnect?(): void | Promise<void>;
  /** What the person who pressed sees of dialogs. Absent for a platform without dialogs. */
  readonly dialogs?: DialogRig;
  /** Requests on the webhook address. Absent for a platform without webhooks. */
  readonly webhook?: WebhookRig;
  close(): Promise<void>;
}

/** A dialog as the person sees it. */
export interface ShownDialog {
  readonly title: string;
  /** What the dialog is about, as shown above the fields. */
  readonly text: string;
  readonly fields: readonly {
    readonly label: string;
    readonly value: string;
    readonly multiline: boolean;
    readonly required: boolean;
    readonly maxLength: number | null;
  }[];
}

export interface DialogRig {
  /** The open dialog; null: none. */
  shown(): ShownDialog | null;
  /** The person enters a text in every field, in order, and submits. Resolves when the platform has the reply. */
  submit(values: readonly string[]): Promise<void>;
  /** The platform sends the newest submission once more. */
  resend(): Promise<void>;
  /** Everything that the person was told in reply to submissions: below a field, in the dialog, or in private messages. */
  told(): readonly string[];
}

/** A rig, and a connection to it. */
export interface Opened {
  readonly rig: Rig;
  readonly host: TestConnection;
}

/** Requests with the platform's own signature. */
export interface WebhookRig {
  /** A valid request with one text. Where only presses come by webhook, a press on a button whose token is the text. */
  text(text: string): WebhookRequest;
  /** Several texts in one request. Absent where the platform never batches. */
  batch?(texts: readonly string[]): WebhookRequest;
  /** A valid request of a kind that adapters ignore. */
  unknown(): WebhookRequest;
  /** Requests that must be rejected, by name: no signature, a wrong signature, a changed body, an old timestamp. */
  forged(text: string): Readonly<Record<string, WebhookRequest>>;
}

export interface RigOptions {
  /** Where the platform posts events; null when events come only by the stream. */
  readonly webhookUrl: string | null;
}
