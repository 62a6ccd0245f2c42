import { createHash, randomBytes } from 'node:crypto';
import express from 'express';
import { createChatFile, readChatFile } from './chat-file.js';
import { systemClock } from './server/clock.js';
import { ControlError } from './server/control-error.js';
import { listen } from './server/server.js';
import { methodRunner, telegramRouter } from './telegram/api.js';
import type { Conversation } from './telegram/conversation.js';
import { coreMethods } from './telegram/methods/index.js';
import { restore, type Snapshot, snapshotOf } from './telegram/snapshot.js';
import { createTelegramState } from './telegram/state.js';
import type { Message } from './telegram/types.js';
import { pressButton, writeText } from './telegram/user-actions.js';

/** A message as a person sees it. */
export interface SandboxMessage {
  id: string;
  from: 'bot' | 'person';
  name: string;
  text: string;
  at: Date;
  edited: boolean;
  buttons: { id: string; label: string }[];
}

export interface SandboxOptions {
  /** The credentials in this package's `gatewaySandbox`. */
  credentials: Readonly<Record<string, string>>;
  /** The file that keeps the chats between starts. */
  file: string;
}

/** A simulated platform: private chats between one person and one bot. Wrong arguments throw a `ControlError`. */
export interface Sandbox {
  /** Base URLs by the adapter's names for them. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** Opens a chat unless it is open already, and returns its target. A name always has the same chat. */
  openChat(chat: { name: string } | { target: string }): string;
  /** Oldest first; empty when there is no such chat. */
  messages(target: string): SandboxMessage[];
  /** Presses a button as the person; resolves after the bot's answer, or when it does not answer in time. */
  press(target: string, messageId: string, buttonId: string): Promise<void>;
  /** Writes a text as the person. */
  write(target: string, text: string, replyTo: string | null): void;
  /** Saves the chats and stops. */
  close(): Promise<void>;
}

const PERSON = { firstName: 'You', username: 'sandbox_person' };
const BOT = { firstName: 'Gateway', username: 'gateway_sandbox_bot' };

/** The gateway's process lives long, so the history is limited. */
const KEEP = { messages: 200, updates: 200, files: 2 };
/** Max wait for the bot's answer to a press, and then for its edit of the message. */
const ANSWER_TIMEOUT_MS = 5000;
const EDIT_TIMEOUT_MS = 1000;
/** How long the bot can answer a press, as on Telegram. */
const CALLBACK_TIMEOUT_MS = 15_000;

export async function startSandbox({ credentials, file }: SandboxOptions): Promise<Sandbox> {
  const token = credentials['bot_token'] ?? '';
  const snapshot = readChatFile(file, isSnapshot);
  // Ids start at the current time: when the file of earlier chats is lost, a new message gets no id that was used before.
  const firstId = Math.floor(Date.now() / 1000);
  const state = createTelegramState({
    clock: systemClock,
    callbackTimeoutMs: CALLBACK_TIMEOUT_MS,
    keep: KEEP,
    firstMessage: firstId,
  });
  const bot = state.addBot({ ...BOT, token, firstUpdate: firstId });
  if (snapshot) restore(state, bot, snapshot);
  const run = methodRunner({
    state,
    methods: coreMethods,
    // The gateway decides which URLs are fetched; the sandbox fetches none.
    shared: { limits: undefined, fetchUrls: false },
  });
  // The bot's token is public, and every page in a browser on this machine can send requests to local ports.
  const path = `/${randomBytes(24).toString('base64url')}`;
  const app = express().disable('x-powered-by').use(path, telegramRouter(state, run));
  const server = await listen(app);
  const chats = createChatFile(file, () => snapshotOf(state, bot));
  const stop = state.watch.subscribe(chats.changed);

  const conversationOf = (target: string): Conversation => {
    const found = state.conversation(Number(target), bot);
    if (!found) throw new ControlError(`There is no chat ${JSON.stringify(target)} in the sandbox.`, 404);
    return found;
  };
  const userOf = (target: string) => state.person(Number(target)).user;
  const messageOf = (target: string, id: string): Message => {
    const found = conversationOf(target).posts.get(Number(id));
    if (!found || String(found.message.message_id) !== id)
      throw new ControlError(`There is no message ${JSON.stringify(id)} in this chat.`, 404);
    return found.message;
  };

  return {
    endpoints: { api: server.url + path },
    openChat(chat) {
      const id = 'target' in chat ? Number(chat.target) : chatIdOf(chat.name);
      if (Number.isSafeInteger(id) && id > 0 && !state.people.has(id)) state.addUser({ ...PERSON, id });
      return String(id);
    },
    messages: (target) =>
      state.people.has(Number(target))
        ? [...conversationOf(target).posts.values()].map(({ message }) => shownMessage(message))
        : [],
    async press(target, messageId, buttonId) {
      const conversation = conversationOf(target);
      const { message_id } = messageOf(target, messageId);
      const press = { conversation, messageId: message_id, button: { data: buttonId }, user: userOf(target) };
      const { notice } = await pressButton(state, press, ANSWER_TIMEOUT_MS).answer;
      if (notice === null) return;
      // The bot removes the buttons after its answer. Waiting for that lets the caller see the final message.
      const hasButtons = () => conversation.posts.get(message_id)?.message.reply_markup !== undefined;
      if (hasButtons()) await state.watch.next(() => !hasButtons(), EDIT_TIMEOUT_MS, 'the edit').catch(() => {});
    },
    write(target, text, replyTo) {
      writeText(state, {
        conversation: conversationOf(target),
        text,
        user: userOf(target),
        ...(replyTo !== null && { replyTo: messageOf(target, replyTo).message_id }),
      });
    },
    async close() {
      stop();
      await server.close();
      chats.close();
    },
  };
}

/** The same id for the same name at every start; above 32 bits, like real user ids. */
function chatIdOf(name: string): number {
  const digest = createHash('sha256').update(name).digest();
  return 6_000_000_000 + (digest.readUIntBE(0, 6) % 1_000_000_000_000);
}

function shownMessage(message: Message): SandboxMessage {
  const { message_id, from, date, edit_date, text, caption, photo, document, reply_markup } = message;
  const attachment = photo ? '🖼' : document && `📎 ${document.file_name ?? ''}`.trim();
  return {
    id: String(message_id),
    from: from?.is_bot === true ? 'bot' : 'person',
    name: from?.first_name ?? '',
    text: [attachment, text ?? caption].filter((part) => part !== undefined).join('\n'),
    at: new Date(date * 1000),
    edited: edit_date !== undefined,
    buttons: (reply_markup?.inline_keyboard.flat() ?? []).flatMap(({ callback_data, text: label }) =>
      callback_data === undefined ? [] : [{ id: callback_data, label }],
    ),
  };
}

function isSnapshot(value: unknown): value is Snapshot {
  const { update, chats } = (value ?? {}) as Partial<Snapshot>;
  return (
    Number.isSafeInteger(update) &&
    Array.isArray(chats) &&
    chats.every((chat) => Number.isSafeInteger(chat?.user?.id) && Array.isArray(chat.messages))
  );
}
