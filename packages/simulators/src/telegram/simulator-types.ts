import type { Clock } from '@gateway/sandbox/server';
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
import type { Call, CallFilter } from '../common/call-log.js';
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
  /** Real sending limits: 1/s per chat, 20/min per group, 30/s per bot; false unless given. */
  limits?: boolean;
  /** Addresses given to sendPhoto and sendDocument are fetched and checked; true unless given. */
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
/** A chat by its id or its object; a user's id is that person's private chat. */
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
  /** The bot is told no more of the message than its chat and its id, as with old ones. */
  inaccessible?: boolean;
  /** How long to wait for the answer, in milliseconds; `callbackTimeoutMs` unless given. */
  timeoutMs?: number;
}

export interface TextOptions {
  chat: ChatRef;
  text: string;
  user?: ChatRef;
  /** Message id that is replied to. */
  replyTo?: number | { message_id: number };
  /** Topic of a forum. */
  thread?: number;
  bot?: BotRef;
}

/** An error as the Bot API answers it, or any {@link Fault}. */
export type TelegramFault = Fault & {
  error?: { code: number; description: string; parameters?: { retry_after?: number; migrate_to_chat_id?: number } };
};

/** A running simulator. Everything here is also served under `/control`. */
export interface TelegramSimulator {
  /** Base URL without a trailing slash: grammY's `apiRoot`; its `/` is a page with the chats. */
  url: string;
  /** The first bot's token. */
  token: string;
  clock: Clock;
  addBot(options?: BotOptions): NewBot;
  /** A person with a private chat (of the same id) with every bot. */
  addUser(options?: UserOptions): User;
  /** A group, supergroup or channel with everybody in it unless told otherwise. */
  addChat(options?: ChatOptions): Chat;
  /** Adds a person who came later than the chat. */
  addMember(chat: ChatRef, user: ChatRef): void;
  /** Opens a topic in a forum and returns its message_thread_id. */
  addTopic(chat: ChatRef, name: string): number;

  /** Presses a button and resolves with what the person sees; with `wait: false` at once. */
  press(options: PressOptions & { wait: false }): Promise<{ queryId: string }>;
  press(options: PressOptions & { wait?: boolean }): Promise<PressAnswer & { queryId: string }>;
  /** Posts a person's text and tells which bots heard it. */
  writeText(options: TextOptions): Written;

  /** Messages of one chat, or of all, oldest first within a chat. */
  messages(filter?: { chat?: ChatRef; bot?: BotRef }): Message[];
  /** The newest message that matches, or the next one sent or edited so; rejects after `timeoutMs` (5 s). */
  waitForMessage(
    matches: (message: Message) => boolean,
    options?: { timeoutMs?: number; what?: string },
  ): Promise<Message>;
  /** Calls of the API, oldest first; secrets and file contents are left out. */
  calls(filter?: CallFilter): Call[];
  clearCalls(): void;
  /** The first answered call of a method that matches, also one to come; rejects after `timeoutMs` (5 s). */
  waitForCall(method: string, matches?: (call: Call) => boolean, options?: { timeoutMs?: number }): Promise<Call>;

  /** The next calls of a method (`*`: of any) go wrong. */
  failNext(method: string, fault: TelegramFault): void;
  clearFaults(): void;

  /** Every update a bot was sent, oldest first. */
  updates(bot?: BotRef): Update[];
  /** Hands an update out once more, confirmed or not. */
  redeliver(updateId: number, bot?: BotRef): void;
  /** Where a bot's updates are posted to, with the secret; undefined while it polls. */
  webhook(bot?: BotRef): WebhookSettings | undefined;

  /** From now on the token answers 401. */
  revokeToken(bot?: BotRef): void;
  /** The person blocks the bot; unblocking or writing to it takes that back. */
  blockBot(user: ChatRef, bot?: BotRef): void;
  unblockBot(user: ChatRef, bot?: BotRef): void;
  kickBot(chat: ChatRef, bot?: BotRef): void;
  setBotStatus(chat: ChatRef, status: MemberStatus, bot?: BotRef): void;
  /** Turns a group into a supergroup and returns the new chat; the old id answers with migrate_to_chat_id. */
  upgradeGroup(chat: ChatRef): Chat;

  /** Stops the server, ends open connections and webhook deliveries. */
  close(): Promise<void>;
}
