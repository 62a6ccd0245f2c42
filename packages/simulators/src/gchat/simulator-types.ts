import type { Clock, PersonFile } from '@gateway/sandbox/server';
import type { CallControl } from '../common/call-control.js';
import type { Fault } from '../common/faults.js';
import type { AnswerEffect } from './answers.js';
import type { AppAnswer, AppSettings, TokenChanges } from './delivery.js';
import type { DialogEffect, Notification, ShownDialog } from './dialogs.js';
import type { GchatErrorCode } from './errors.js';
import type { GchatMessage, GchatSpace, GchatUser } from './types.js';

export interface GchatSimulatorOptions extends Partial<AppSettings> {
  port?: number;
  host?: string;
  clock?: Clock;
  /** Max attempts to post an event after 5xx, 429 or no answer; default 5. */
  attempts?: number;
  /** Milliseconds before the first retry, doubled for each further one; default 50. */
  retryMs?: number;
  /** Timeout of the app's answer in milliseconds; default 30 000. */
  timeoutMs?: number;
}

type SpaceRef = string | Pick<GchatSpace, 'name'>;

export interface PressOptions {
  space: SpaceRef;
  /** A label, or an index from 0. */
  button: string | number;
  /** The newest message with buttons unless given. */
  message?: string;
  user?: GchatUser;
  /** Presses a button of the message as first posted: the client is out of date. */
  stale?: boolean;
}

export interface SubmitOptions {
  user: GchatUser;
  /** By the order of the inputs. */
  values: readonly string[];
}

/** The app's answer to a submitted dialog, and what became of the dialog. */
export type DialogReaction = AppAnswer & { readonly kind: DialogEffect };

export interface TextOptions {
  space: SpaceRef;
  text: string;
  user?: GchatUser;
  /** Name of the thread. */
  thread?: string;
  /** Name of the quoted message. */
  quote?: string;
}

export interface FilesOptions extends Omit<TextOptions, 'text'> {
  files: readonly PersonFile[];
  text?: string;
}

/** The app's answer and its effect. */
export type AppReaction = AppAnswer & AnswerEffect;

export interface GchatFault extends Fault {
  /** An error in Google's format; `retryAfter` in seconds. */
  error?: { code: GchatErrorCode; message: string; retryAfter?: number };
}

/** A running simulator. */
export interface GchatSimulator extends CallControl<GchatFault> {
  readonly url: string;
  /** Base URLs by the adapter's names for them. */
  readonly endpoints: {
    readonly api: string;
    readonly token: string;
    readonly jwks: string;
    readonly sts: string;
    readonly iam: string;
  };
  /** The key file of the app's service account. */
  readonly serviceAccountJson: string;
  /** The configuration by which an identity of another provider acts as the app's service account. */
  externalAccountJson(source: object): string;
  /** A token of that other provider. */
  identityToken(claims?: object): string;
  readonly projectNumber: string;
  readonly addonAccount: string;
  readonly clock: Clock;
  /** A valid key file of an account that does not exist. */
  unknownAccountJson(): Promise<string>;
  /** Deletes the key of the app's service account. */
  revokeKey(): void;
  /** Revokes all issued access tokens. */
  expireTokens(): void;
  /** Allows the service account to act for this user. */
  delegate(user: string): void;
  configure(settings: Partial<AppSettings>): void;
  addUser(displayName: string): GchatUser;
  /** Without a name: a direct message space. */
  addSpace(displayName?: string): GchatSpace;
  /** The direct message of a person and the app, as after an installation by an administrator. */
  addDirectMessage(person: GchatUser): GchatSpace;
  removeApp(space: SpaceRef): void;
  /** A person adds the app to the space. */
  addApp(space: SpaceRef): Promise<AppAnswer>;
  /** Resolves with the app's answer. */
  press(press: PressOptions): Promise<AppReaction>;
  /** The open dialog of a person; null: none. */
  dialog(user: GchatUser): ShownDialog | null;
  /** Enters a text in every input of the open dialog, in order, and submits it. */
  submit(options: SubmitOptions): Promise<DialogReaction>;
  /** The short notifications that people saw in answer to dialogs, oldest first. */
  notifications(): readonly Notification[];
  writeText(text: TextOptions): Promise<AppReaction & { readonly written: GchatMessage }>;
  /** Sends a person's files in one message. */
  sendFiles(options: FilesOptions): Promise<AppReaction & { readonly written: GchatMessage }>;
  /** The messages of a space, oldest first. */
  messages(space: SpaceRef): GchatMessage[];
  /** The posted events, oldest first. */
  events(): readonly object[];
  /** Posts an event again; the newest unless given. */
  redeliver(event?: object): Promise<AppAnswer>;
  /** Writes a text in the space and returns its event without posting it. */
  textEvent(text: TextOptions): object;
  /** The value of an Authorization header. */
  bearer(changes?: TokenChanges): string;
  close(): Promise<void>;
}
