import type { Call, CallFilter } from '../common/call-log.js';
import type { Clock } from '@gateway/sandbox/server';
import type { Fault } from '../common/faults.js';
import type { Subscription } from './events.js';
import type { SentEvent } from './outbox.js';
import type { ButtonChoice } from './user-actions.js';
import type { SlackMessage, SlackNotice, SlackUser } from './types.js';
import type { ChannelOptions } from './state.js';

export interface SlackSimulatorOptions {
  /** 0 (default): any free port. */
  port?: number;
  /** 127.0.0.1 unless given. The control API has no password: do not expose it. */
  host?: string;
  /** Where events and interactions are posted to; without it they wait for a Socket Mode connection. */
  requestUrl?: string;
  /** What the app subscribed to; `['message']` unless given. */
  events?: readonly Subscription[];
  /** Waits before the retries of an event, in milliseconds; 20, 200 and 1 000 unless given (Slack: at once, 1 min, 5 min). */
  retryMs?: readonly number[];
  /** How long an acknowledgement may take, in milliseconds; 3 000 unless given. */
  ackTimeoutMs?: number;
  /** Real sending limits: bursts of 3 messages, then 1/s per channel; false unless given. */
  limits?: boolean;
  /** Addresses in image blocks are fetched and checked; true unless given. */
  fetchUrls?: boolean;
  clock?: Clock;
}

/** A conversation by its id or its object; a person's id is the direct message with the app. */
export type ChannelRef = string | { id: string };
export type UserRef = string | { id: string };
/** A message by its timestamp or its object. */
export type MessageRef = string | { ts: string };

export interface PressOptions {
  channel: ChannelRef;
  button: ButtonChoice;
  /** The newest message with buttons unless given. */
  message?: MessageRef;
  /** The conversation's first person unless given. */
  user?: UserRef;
  /** Buttons shown earlier can still be pressed. */
  stale?: boolean;
}

/** What the person saw at once: a warning unless `ok`. What the app says comes later, as a notice. */
export interface PressResult {
  ok: boolean;
  /** Of the app's HTTP answer; 0 without one. */
  status: number;
}

export interface TextOptions {
  channel: ChannelRef;
  text: string;
  user?: UserRef;
  /** The message in whose thread it is written. */
  under?: MessageRef;
}

/** An error code of the Web API (with a status other than 200 and seconds to wait), or any {@link Fault}. */
export type SlackFault = Fault & {
  error?: string | { code: string; status?: number; retryAfter?: number; needed?: string };
};

/** A conversation as it is listed. */
export interface ShownChannel {
  id: string;
  name: string;
  kind: 'public' | 'private' | 'im';
}

/** A running simulator: one workspace with one app. Everything here is also served under `/control`. */
export interface SlackSimulator {
  /** Base URL without a trailing slash; the Web API's methods are under `/api/`. */
  url: string;
  clock: Clock;
  team: { id: string; name: string };
  app: { id: string; botId: string; userId: string };
  botToken: string;
  appToken: string;
  signingSecret: string;

  addUser(options?: { name?: string; realName?: string }): SlackUser;
  addChannel(options?: ChannelOptions): ShownChannel;
  /** The direct message of a person with the app. */
  openDirect(user: UserRef): ShownChannel;
  invite(channel: ChannelRef, user?: UserRef): void;
  /** The app is removed from the channel. */
  kickApp(channel: ChannelRef): void;
  archive(channel: ChannelRef): void;
  /** From now on the bot token answers `token_revoked`. */
  revokeToken(): void;
  removeScope(scope: string): void;
  addScope(scope: string): void;
  /** Sets the Request URL after asking it for a challenge, as Slack's page does; null: Socket Mode. */
  setRequestUrl(url: string | null): Promise<{ ok: boolean; status: number; body: string }>;

  /** Presses a button; resolves when the app has answered. */
  press(options: PressOptions): Promise<PressResult>;
  writeText(options: TextOptions): SlackMessage;
  editText(channel: ChannelRef, message: MessageRef, text: string): SlackMessage;
  deleteMessage(channel: ChannelRef, message: MessageRef): void;

  messages(channel: ChannelRef): SlackMessage[];
  waitForMessage(
    matches: (message: SlackMessage) => boolean,
    options?: { timeoutMs?: number; what?: string },
  ): Promise<SlackMessage>;
  /** What only one person saw, oldest first. */
  notices(user?: UserRef): SlackNotice[];
  waitForNotice(matches?: (notice: SlackNotice) => boolean, options?: { timeoutMs?: number }): Promise<SlackNotice>;
  /** The bytes of an uploaded file. */
  file(id: string): Buffer | undefined;

  /** Calls of the API, oldest first; tokens and file contents are left out. */
  calls(filter?: CallFilter): Call[];
  clearCalls(): void;
  waitForCall(method: string, matches?: (call: Call) => boolean, options?: { timeoutMs?: number }): Promise<Call>;
  /** The next calls of a method (`*`: of any) go wrong. */
  failNext(method: string, fault: SlackFault): void;
  clearFaults(): void;

  /** Every event that the app was told of, oldest first. */
  events(): SentEvent[];
  /** Sends an event once more; resolves with whether it was acknowledged. */
  redeliver(eventId: string): Promise<boolean>;
  /** Sends any payload of the Events API or of an interaction, signed; resolves with the app's answer. */
  send(payload: object, as?: 'event' | 'interaction'): Promise<{ ok: boolean; status: number; body: string }>;
  /** Open Socket Mode connections. */
  sockets(): number;
  /** Asks the app to connect anew. */
  refreshSockets(): void;
  dropSockets(): void;

  /** Stops the server, ends open connections and deliveries. */
  close(): Promise<void>;
}
