import type { Clock, PersonFile } from '@gateway/sandbox/server';
import type {
  BotOptions,
  ButtonChoice,
  Chat,
  ChatOptions,
  MemberStatus,
  Message,
  PressAnswer,
  Update,
  User,
  UserOptions,
  Written,
} from '@gateway/sandbox/telegram';
import type { CallControl } from '../common/call-control.js';
import type { Call } from '../common/call-log.js';
import type { Fault } from '../common/faults.js';
import type { WebhookSettings } from './webhook.js';

export interface TelegramSimulatorOptions {
  /** 0 (default): any free port. */
  port?: number;
  /** 127.0.0.1 unless given. The control API has no password: do not expose it. */
  host?: string;
  /** The first bot; `sim.token` is its token. */
  bot?: BotOptions;
  /** Webhooks may be plain HTTP and on any port; true unless given. */
  allowHttpWebhooks?: boolean;
  /** Applies Telegram's rate limits: 1/s per chat, 20/min per group, 30/s per bot; false unless given. */
  limits?: boolean;
  /** URLs in sendPhoto and sendDocument are fetched and checked; true unless given. */
  fetchUrls?: boolean;
  /** How long a press can be answered, in milliseconds; 15 000 unless given. */
  callbackTimeoutMs?: number;
  /** First wait before a webhook is retried (doubles up to `webhookRetryMaxMs`), in milliseconds; 50 and 2 000 unless given. */
  webhookRetryMs?: number;
  webhookRetryMaxMs?: number;
  /** How long a webhook may take to answer, in milliseconds; 10 000 unless given. */
  webhookTimeoutMs?: number;
  clock?: Clock;
}

/** A bot by its token, its id or its own object; the first bot when omitted. */
export type BotRef = string | number | { token: string };
/** A chat by its id or object. A user's id is that person's private chat. */
export type ChatRef = number | { id: number };

export interface NewBot {
  id: number;
  token: string;
  username: string;
}

export interface PressOptions {
  chat: ChatRef;
  /** Message id; the newest message with buttons unless given. */
  message?: number | { message_id: number };
  button: ButtonChoice;
  /** The private chat's person, or a group's first member, unless given. */
  user?: ChatRef;
  bot?: BotRef;
  /** Buttons shown earlier can still be pressed, by their data. */
  stale?: boolean;
  /** The update contains only the message's chat and id, as for old messages. */
  inaccessible?: boolean;
  /** How long to wait for the answer, in milliseconds; `callbackTimeoutMs` unless given. */
  timeoutMs?: number;
}

export interface TextOptions {
  chat: ChatRef;
  text: string;
  user?: ChatRef;
  /** Id of the message that is replied to. */
  replyTo?: number | { message_id: number };
  /** Topic of a forum. */
  thread?: number;
  bot?: BotRef;
}

export interface FilesOptions extends Omit<TextOptions, 'text'> {
  /** Several are an album. */
  files: readonly PersonFile[];
  /** The caption of the first file. */
  text?: string;
}

/** An error as the Bot API answers it, or any {@link Fault}. */
export type TelegramFault = Fault & {
  error?: { code: number; description: string; parameters?: { retry_after?: number; migrate_to_chat_id?: number } };
};

/** A running simulator. Everything here is also served under `/control`. */
export interface TelegramSimulator extends CallControl<TelegramFault> {
  /** Base URL without a trailing slash: grammY's `apiRoot`; its `/` is a page with the chats. */
  url: string;
  /** The first bot's token. */
  token: string;
  clock: Clock;
  addBot(options?: BotOptions): NewBot;
  /** A person with a private chat (of the same id) with every bot. */
  addUser(options?: UserOptions): User;
  /** A group, supergroup or channel. All people and bots are members unless given. */
  addChat(options?: ChatOptions): Chat;
  /** Adds a person to an existing chat. */
  addMember(chat: ChatRef, user: ChatRef): void;
  /** Opens a topic in a forum and returns its message_thread_id. */
  addTopic(chat: ChatRef, name: string): number;

  /** Presses a button and resolves with what the person sees; with `wait: false` at once. */
  press(options: PressOptions & { wait: false }): Promise<{ queryId: string }>;
  press(options: PressOptions & { wait?: boolean }): Promise<PressAnswer & { queryId: string }>;
  /** Posts a person's text; returns the message and the bots that received it. */
  writeText(options: TextOptions): Written;
  /** Sends a person's files, each in a message of its own, by its type as a photo, video, voice message, music or document. */
  sendFiles(options: FilesOptions): Written[];

  /** Messages of one chat, or of all, oldest first within a chat. */
  messages(filter?: { chat?: ChatRef; bot?: BotRef }): Message[];
  /** The newest matching message, or the next one that is sent or edited to match; rejects after `timeoutMs` (5 s). */
  waitForMessage(
    matches: (message: Message) => boolean,
    options?: { timeoutMs?: number; what?: string },
  ): Promise<Message>;
  /** The first matching answered call of a method, past or future; rejects after `timeoutMs` (5 s). */
  waitForCall(method: string, matches?: (call: Call) => boolean, options?: { timeoutMs?: number }): Promise<Call>;

  /** All updates of a bot, oldest first. */
  updates(bot?: BotRef): Update[];
  /** Delivers an update again, confirmed or not. */
  redeliver(updateId: number, bot?: BotRef): void;
  /** A bot's webhook with its secret; undefined while it polls. */
  webhook(bot?: BotRef): WebhookSettings | undefined;

  /** The token is rejected with 401 from now on. */
  revokeToken(bot?: BotRef): void;
  /** The person blocks the bot, until unblocking it or writing to it. */
  blockBot(user: ChatRef, bot?: BotRef): void;
  unblockBot(user: ChatRef, bot?: BotRef): void;
  kickBot(chat: ChatRef, bot?: BotRef): void;
  setBotStatus(chat: ChatRef, status: MemberStatus, bot?: BotRef): void;
  /** Turns a group into a supergroup and returns the new chat; the old id answers with migrate_to_chat_id. */
  upgradeGroup(chat: ChatRef): Chat;

  /** Stops the server, ends open connections and webhook deliveries. */
  close(): Promise<void>;
}
