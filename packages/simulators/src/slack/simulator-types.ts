import type { Clock, PersonFile } from '@gateway/sandbox/server';
import type { CallControl } from '../common/call-control.js';
import type { Call } from '../common/call-log.js';
import type { Fault } from '../common/faults.js';
import type { Subscription } from './events.js';
import type { SlackModal } from './modals.js';
import type { SentEvent } from './outbox.js';
import type { ButtonChoice } from './user-actions.js';
import type { SlackMessage, SlackNotice, SlackUser } from './types.js';
import type { ChannelOptions } from './state.js';

export interface SlackSimulatorOptions {
  /** 0 (default): any free port. */
  port?: number;
  /** 127.0.0.1 unless given. The control API has no password: do not expose it. */
  host?: string;
  /** URL for events and interactions; without it they are sent over Socket Mode. */
  requestUrl?: string;
  /** The app's event subscription; `['message']` unless given. */
  events?: readonly Subscription[];
  /** Waits before the retries of an event, in milliseconds; 20, 200 and 1 000 unless given (Slack: at once, 1 min, 5 min). */
  retryMs?: readonly number[];
  /** Timeout of an acknowledgement in milliseconds; 3 000 unless given. */
  ackTimeoutMs?: number;
  /** Applies Slack's rate limits: bursts of 3 messages, then 1/s per channel; false unless given. */
  limits?: boolean;
  /** Host of the URLs for Socket Mode, for tests of proxies; the simulator's own unless given. */
  socketHost?: string;
  /** URLs in image blocks are fetched and checked; true unless given. */
  fetchUrls?: boolean;
  clock?: Clock;
}

/** A conversation by id or object. A person's id is the direct message with the app. */
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
  /** Also accepts a button that the message showed earlier: the client can be out of date. */
  stale?: boolean;
}

/** What the person sees at once: a warning unless `ok`. The app's answer follows as a notice. */
export interface PressResult {
  ok: boolean;
  /** The app's HTTP status; 0 without an answer. */
  status: number;
}

export interface SubmitOptions {
  user: UserRef;
  /** By the order of the inputs. */
  values: readonly string[];
}

export interface CommandOptions {
  channel: ChannelRef;
  /** With its slash: `/deploy`. */
  command: string;
  text?: string;
  user?: UserRef;
}

export interface CommandResult extends PressResult {
  /** The app's answer, which only the person sees; null without one. */
  shown: string | null;
}

export interface TextOptions {
  channel: ChannelRef;
  text: string;
  user?: UserRef;
  /** The message in whose thread the text is posted. */
  under?: MessageRef;
}

export interface FilesOptions extends Omit<TextOptions, 'text'> {
  files: readonly PersonFile[];
  text?: string;
  /** The event has only the ids of the files, as for those of another organization; false unless given. */
  onlyIds?: boolean;
}

/** An error code of the Web API, optionally with a status other than 200 and `retryAfter` in seconds, or any {@link Fault}. */
export type SlackFault = Fault & {
  error?: string | { code: string; status?: number; retryAfter?: number; needed?: string };
};

/** A conversation without its members. */
export interface ShownChannel {
  id: string;
  name: string;
  kind: 'public' | 'private' | 'im';
}

/** A running simulator: one workspace with one app. Everything here is also served under `/control`. */
export interface SlackSimulator extends CallControl<SlackFault> {
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
  /** Removes the app from the channel. */
  kickApp(channel: ChannelRef): void;
  archive(channel: ChannelRef): void;
  /** The bot token is rejected with `token_revoked` from now on. */
  revokeToken(): void;
  removeScope(scope: string): void;
  addScope(scope: string): void;
  /** Verifies the Request URL by a challenge and sets it, as Slack's settings page does; null: Socket Mode. */
  setRequestUrl(url: string | null): Promise<{ ok: boolean; status: number; body: string }>;

  /** Presses a button; resolves after the app's answer. */
  press(options: PressOptions): Promise<PressResult>;
  /** The open modal of a person; null: none. */
  modal(user: UserRef): SlackModal | null;
  /** Enters a text in every input of the open modal, in order, and submits it; resolves after the app's answer. */
  submit(options: SubmitOptions): Promise<PressResult>;
  /** Sends the newest submission again. */
  resubmit(user: UserRef): Promise<PressResult>;
  /** Uses a slash command; resolves after the app's answer. */
  command(options: CommandOptions): Promise<CommandResult>;
  /** Checks the certificate of the Request URL, as Slack does for commands: an unsigned form. */
  checkSsl(): Promise<{ ok: boolean; status: number }>;
  writeText(options: TextOptions): SlackMessage;
  /** Sends a person's files in one message. */
  sendFiles(options: FilesOptions): SlackMessage;
  editText(channel: ChannelRef, message: MessageRef, text: string): SlackMessage;
  deleteMessage(channel: ChannelRef, message: MessageRef): void;

  messages(channel: ChannelRef): SlackMessage[];
  waitForMessage(
    matches: (message: SlackMessage) => boolean,
    options?: { timeoutMs?: number; what?: string },
  ): Promise<SlackMessage>;
  /** Ephemeral messages of one person or of all, oldest first. */
  notices(user?: UserRef): SlackNotice[];
  waitForNotice(matches?: (notice: SlackNotice) => boolean, options?: { timeoutMs?: number }): Promise<SlackNotice>;
  /** The bytes of an uploaded file. */
  file(id: string): Buffer | undefined;

  waitForCall(method: string, matches?: (call: Call) => boolean, options?: { timeoutMs?: number }): Promise<Call>;

  /** Events sent to the app, oldest first. */
  events(): SentEvent[];
  /** Sends an event again; resolves with whether it was acknowledged. */
  redeliver(eventId: string): Promise<boolean>;
  /** Sends any signed payload of the Events API or of an interaction; resolves with the app's answer. */
  send(payload: object, as?: 'event' | 'interaction'): Promise<{ ok: boolean; status: number; body: string }>;
  /** The number of open Socket Mode connections. */
  sockets(): number;
  /** Asks the app to reconnect. */
  refreshSockets(): void;
  dropSockets(): void;

  /** Stops the server, ends open connections and deliveries. */
  close(): Promise<void>;
}
