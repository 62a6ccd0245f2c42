import type { Call, CallFilter } from '../common/call-log.js';
import type { Clock } from '@gateway/sandbox/server';
import type { Fault } from '../common/faults.js';
import type { PressAnswer, PrivateNote } from './interactions.js';
import type { Access, Channel, Message, User } from './types.js';
import type { BotOptions, ChannelOptions, UserOptions } from './state.js';

export interface DiscordSimulatorOptions {
  /** 0 (default): any free port. */
  port?: number;
  /** 127.0.0.1 unless given. The control API has no password: do not expose it. */
  host?: string;
  /** The first bot; `sim.bot` is it. */
  bot?: BotOptions;
  /** Real sending limits: five messages in five seconds in a channel; false unless given. */
  limits?: boolean;
  /** How long a press can be answered, in milliseconds; 3000 unless given. */
  interactionTimeoutMs?: number;
  /** Milliseconds between heartbeats that clients are told; 41250 unless given. */
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
  /** By place (0 is the first), by label, or by what it carries (also when it is no longer shown). */
  button: number | string | { customId: string };
  /** The conversation's person, or the first person, unless given. */
  user?: Ref;
}

export interface TextOptions {
  channel: Ref;
  text: string;
  user?: Ref;
  /** The message that is natively replied to. */
  replyTo?: Ref;
}

/** An error as Discord answers it, or any {@link Fault}. `retryAfter` in seconds makes it a 429. */
export type DiscordFault = Fault & {
  error?: { status: number; code?: number; message: string; retryAfter?: number };
};

/** A running simulator. Everything here is also served under `/control`. */
export interface DiscordSimulator {
  /** Base URL without a trailing slash, in place of https://discord.com. */
  url: string;
  bot: NewBot;
  clock: Clock;
  addBot(options?: BotOptions): NewBot;
  addUser(options?: UserOptions): User;
  addChannel(options?: ChannelOptions): Channel;
  /** Opens a thread in a channel, on a message when given; bots hear of it. */
  addThread(channel: Ref, options?: { name?: string; message?: Ref }): Channel;
  /** A person's direct conversation with a bot. */
  directMessages(user: Ref, bot?: BotRef): Channel;
  /** What a bot may do in a channel; `write` until told. */
  setAccess(channel: Ref, access: Access, bot?: BotRef): void;
  /** The person takes no direct messages of bots. */
  blockDirectMessages(user: Ref): void;

  /** Presses a button and resolves with what the person sees. */
  press(options: PressOptions): Promise<PressAnswer>;
  /** Posts a person's text; bots hear of it over their sockets. */
  writeText(options: TextOptions): Message;
  /** What only this person was told, in answers to presses and after them, oldest first. */
  privateNotes(user?: Ref): PrivateNote[];

  /** Messages of one channel, or of all, oldest first. */
  messages(filter?: { channel?: Ref }): Message[];
  /** The newest message that matches, or the next one sent or edited so; rejects after `timeoutMs` (5 s). */
  waitForMessage(
    matches: (message: Message) => boolean,
    options?: { timeoutMs?: number; what?: string },
  ): Promise<Message>;
  /** Calls of the API, oldest first; secrets and file contents are left out. */
  calls(filter?: CallFilter): Call[];
  clearCalls(): void;
  /** The next calls of a method (`*`: of any) go wrong. */
  failNext(method: string, fault: DiscordFault): void;
  clearFaults(): void;

  /** Takes an Interactions Endpoint URL as the developer portal does, PINGs included; null: presses go over the socket. */
  setInteractionsUrl(url: string | null, bot?: BotRef): Promise<void>;
  /** A body signed as Discord signs it, for a request of one's own. */
  sign(
    payload: object,
    options?: { timestamp?: number; forged?: boolean; bot?: BotRef },
  ): { headers: Record<string, string>; body: string };
  /** Sends the newest event of a person to the bots once more. */
  redeliver(): void;
  /** Bots with an open, identified socket. */
  connected(bot?: BotRef): boolean;
  /** Closes sockets with a code, or cuts them without one; sessions can be resumed. */
  disconnect(code?: number): void;
  /** Asks clients to reconnect (opcode 7). */
  askToReconnect(): void;
  /** Sessions can no longer be resumed; connected clients are told (opcode 9). */
  invalidateSessions(): void;
  /** From now on the token answers 401. */
  revokeToken(bot?: BotRef): void;
  /** The MESSAGE CONTENT INTENT switch. */
  setMessageContent(isOn: boolean, bot?: BotRef): void;

  /** Stops the server and ends open connections. */
  close(): Promise<void>;
}
