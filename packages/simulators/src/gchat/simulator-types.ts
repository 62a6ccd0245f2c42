import type { Call, CallFilter } from '../common/call-log.js';
import type { Clock } from '@gateway/sandbox/server';
import type { Fault } from '../common/faults.js';
import type { AnswerEffect } from './answers.js';
import type { AppAnswer, AppSettings, TokenChanges } from './delivery.js';
import type { GchatErrorCode } from './errors.js';
import type { GchatMessage, GchatSpace, GchatUser } from './types.js';

export interface GchatSimulatorOptions extends Partial<AppSettings> {
  port?: number;
  host?: string;
  clock?: Clock;
  /** How often an event is posted that the app does not take (5xx, 429, no answer); default 5. */
  attempts?: number;
  /** Milliseconds before the first repeat, doubled for each further one; default 50. */
  retryMs?: number;
  /** Milliseconds that an answer may take; default 30 000. */
  timeoutMs?: number;
}

type SpaceRef = string | Pick<GchatSpace, 'name'>;

export interface PressOptions {
  space: SpaceRef;
  /** A label, or a place counted from 0. */
  button: string | number;
  /** The newest message with buttons unless given. */
  message?: string;
  user?: GchatUser;
  /** On a screen that still shows the message as it was posted. */
  stale?: boolean;
}

export interface TextOptions {
  space: SpaceRef;
  text: string;
  user?: GchatUser;
  /** Name of the thread in which it is written. */
  thread?: string;
  /** Name of the message that it quotes. */
  quote?: string;
}

/** How the app answered, and what came of it. */
export type AppReaction = AppAnswer & AnswerEffect;

export interface GchatFault extends Fault {
  /** Refused with Google's form of an error; `retryAfter` in seconds. */
  error?: { code: GchatErrorCode; message: string; retryAfter?: number };
}

/** A running simulator. */
export interface GchatSimulator {
  readonly url: string;
  /** The addresses under the names that an adapter gives them. */
  readonly endpoints: { readonly api: string; readonly token: string; readonly jwks: string };
  /** The key file of the app's service account. */
  readonly serviceAccountJson: string;
  readonly projectNumber: string;
  readonly addonAccount: string;
  readonly clock: Clock;
  /** A well-formed key file of an account that does not exist. */
  unknownAccountJson(): Promise<string>;
  /** The key of the app's service account is deleted. */
  revokeKey(): void;
  /** All access tokens given out so far are withdrawn. */
  expireTokens(): void;
  /** The service account may act for this user. */
  delegate(user: string): void;
  configure(settings: Partial<AppSettings>): void;
  addUser(displayName: string): GchatUser;
  /** Without a name: one person's direct messages with the app. */
  addSpace(displayName?: string): GchatSpace;
  removeApp(space: SpaceRef): void;
  /** Somebody adds the app to the space. */
  addApp(space: SpaceRef): Promise<AppAnswer>;
  /** Resolves once the app has answered. */
  press(press: PressOptions): Promise<AppReaction>;
  writeText(text: TextOptions): Promise<AppReaction & { readonly written: GchatMessage }>;
  /** Every message of a space, oldest first. */
  messages(space: SpaceRef): GchatMessage[];
  /** Every event posted so far. */
  events(): readonly object[];
  /** Posts an event once more: the newest unless given. */
  redeliver(event?: object): Promise<AppAnswer>;
  /** The event of a text, which is written in the space and posted nowhere. */
  textEvent(text: TextOptions): object;
  /** The value of an Authorization header. */
  bearer(changes?: TokenChanges): string;
  calls(filter?: CallFilter): Call[];
  clearCalls(): void;
  failNext(method: string, fault: GchatFault): void;
  clearFaults(): void;
  close(): Promise<void>;
}
