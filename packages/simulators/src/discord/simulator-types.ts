import type { Clock, PersonFile } from '@gateway/sandbox/server';
import type { CallControl } from '../common/call-control.js';
import type { Fault } from '../common/faults.js';
import type { PressAnswer, PrivateNote } from './interactions.js';
import type { ShownModal } from './modals.js';
import type { Access, Channel, Message, User } from './types.js';
import type { BotOptions, ChannelOptions, UserOptions } from './state.js';

export interface DiscordSimulatorOptions {
  /** 0 (default): any free port. */
  port?: number;
  /** 127.0.0.1 unless given. The control API has no password: do not expose it. */
  host?: string;
  /** The first bot; `sim.bot` is it. */
  bot?: BotOptions;
  /** Applies Discord's rate limit of five messages in five seconds per channel; false unless given. */
  limits?: boolean;
  /** How long a press can be answered, in milliseconds; 3000 unless given. */
  interactionTimeoutMs?: number;
  /** The heartbeat interval sent to clients, in milliseconds; 41 250 unless given. */
  heartbeatMs?: number;
  clock?: Clock;
}

/** A bot as its owner sees it in the developer portal. */
export interface NewBot {
  id: string;
  username: string;
  token: string;
  applicationId: string;
  /** 64 hexadecimal digits. */
  publicKey: string;
}

/** An id, or an object that has one. */
export type Ref = string | { id: string };
/** A bot by its token or its own object; the first one when omitted. */
export type BotRef = string | { token: string };

export interface PressOptions {
  channel: Ref;
  /** The newest message with buttons unless given. */
  message?: Ref;
  /** By index from 0, by label, or by custom id, also of a button that is no longer shown. */
  button: number | string | { customId: string };
  /** The conversation's person, or the first person, unless given. */
  user?: Ref;
}

export interface SubmitOptions {
  user: Ref;
  /** By the order of the inputs. */
  values: readonly string[];
}

export interface TextOptions {
  channel: Ref;
  text: string;
  user?: Ref;
  /** The message that is replied to. */
  replyTo?: Ref;
}

export interface FilesOptions extends Omit<TextOptions, 'text'> {
  files: readonly PersonFile[];
  text?: string;
}

/** An error as Discord answers it, or any {@link Fault}. `retryAfter` in seconds makes it a 429. */
export type DiscordFault = Fault & {
  error?: { status: number; code?: number; message: string; retryAfter?: number };
};

/** A running simulator. Everything here is also served under `/control`. */
export interface DiscordSimulator extends CallControl<DiscordFault> {
  /** Base URL without a trailing slash, in place of https://discord.com. */
  url: string;
  bot: NewBot;
  clock: Clock;
  addBot(options?: BotOptions): NewBot;
  addUser(options?: UserOptions): User;
  addChannel(options?: ChannelOptions): Channel;
  /** Opens a thread in a channel, from a message if given. Bots get an event. */
  addThread(channel: Ref, options?: { name?: string; message?: Ref }): Channel;
  /** The direct message channel of a person and a bot. */
  directMessages(user: Ref, bot?: BotRef): Channel;
  /** Sets a bot's access to a channel; `write` by default. */
  setAccess(channel: Ref, access: Access, bot?: BotRef): void;
  /** The person no longer accepts direct messages from bots. */
  blockDirectMessages(user: Ref): void;

  /** Presses a button and resolves with what the person sees. */
  press(options: PressOptions): Promise<PressAnswer>;
  /** The open modal of a person; null: none. */
  modal(user: Ref): ShownModal | null;
  /** Enters a text in every input of the open modal, in order, and submits it; resolves with what the person sees. */
  submit(options: SubmitOptions): Promise<PressAnswer>;
  /** Posts a person's text. Bots get it over their sockets. */
  writeText(options: TextOptions): Message;
  /** Sends a person's files in one message. Bots get it over their sockets. */
  sendFiles(options: FilesOptions): Message;
  /** The private messages to a person, in answers to presses and after them, oldest first. */
  privateNotes(user?: Ref): PrivateNote[];

  /** Messages of one channel, or of all, oldest first. */
  messages(filter?: { channel?: Ref }): Message[];
  /** The newest matching message, or the next one that is sent or edited to match; rejects after `timeoutMs` (5 s). */
  waitForMessage(
    matches: (message: Message) => boolean,
    options?: { timeoutMs?: number; what?: string },
  ): Promise<Message>;

  /** Verifies and sets the Interactions Endpoint URL, as the developer portal does; null: presses are sent over the socket. */
  setInteractionsUrl(url: string | null, bot?: BotRef): Promise<void>;
  /** A signed body for a test's own request. */
  sign(
    payload: object,
    options?: { timestamp?: number; forged?: boolean; bot?: BotRef },
  ): { headers: Record<string, string>; body: string };
  /** Sends the newest event of a person again. */
  redeliver(): void;
  /** Whether a bot has an open, identified socket. */
  connected(bot?: BotRef): boolean;
  /** Closes all sockets with a code, or drops them without one. Sessions can be resumed. */
  disconnect(code?: number): void;
  /** Asks clients to reconnect (opcode 7). */
  askToReconnect(): void;
  /** Ends all sessions. Connected clients get opcode 9. */
  invalidateSessions(): void;
  /** The token is rejected with 401 from now on. */
  revokeToken(bot?: BotRef): void;
  /** The MESSAGE CONTENT INTENT switch. */
  setMessageContent(isOn: boolean, bot?: BotRef): void;

  /** Stops the server and ends open connections. */
  close(): Promise<void>;
}
