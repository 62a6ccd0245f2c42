import { createHash, randomBytes } from 'node:crypto';
import { ControlError } from '../simulator/control.js';
import type { Snapshot } from '../telegram/snapshot.js';
import { startTelegramSimulator } from '../telegram/simulator.js';
import type { Message } from '../telegram/types.js';
import { createChatFile, readChatFile } from './chat-file.js';

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
  /** Those of this package's `gatewaySandbox`. */
  credentials: Readonly<Record<string, string>>;
  /** Where the chats are kept between starts. */
  file: string;
}

/** A simulated platform to try the gateway with: chats of one person each with one bot. Mistakes throw a `ControlError`. */
export interface Sandbox {
  /** Root addresses, as an adapter names them. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** Opens a chat unless it is open already, and returns what leads there: a name's own chat, or the chat of that target. */
  openChat(chat: { name: string } | { target: string }): string;
  /** Oldest first; none where there is no such chat. */
  messages(target: string): SandboxMessage[];
  /** Presses a button as the person; resolves when the bot has answered, or did not in time. */
  press(target: string, messageId: string, buttonId: string): Promise<void>;
  /** Writes a text as the person. */
  write(target: string, text: string, replyTo: string | null): void;
  /** Keeps the chats, and stops. */
  close(): Promise<void>;
}

const PERSON = { firstName: 'You', username: 'sandbox_person' };
const BOT = { firstName: 'Gateway', username: 'gateway_sandbox_bot' };

/** The process lives long, and nobody looks at the calls or files again. */
const KEEP = { messages: 200, updates: 200, calls: 20, files: 2 };
/** How long a press waits for the bot, in milliseconds, and then for the message to change. */
const ANSWER_MS = 5000;
const EDIT_MS = 1000;

export async function startSandbox({ credentials, file }: SandboxOptions): Promise<Sandbox> {
  const token = credentials['bot_token'] ?? '';
  const snapshot = readChatFile(file, isSnapshot);
  // Whoever remembers an earlier chat whose file is lost must not take a new message for one of it.
  const first = Math.floor(Date.now() / 1000);
  const simulator = await startTelegramSimulator({
    bot: { ...BOT, token, firstUpdate: first },
    firstMessage: first,
    keep: KEEP,
    // Addresses are the gateway's to fetch or not; the person here only acts through the functions below.
    fetchUrls: false,
    control: false,
    // Everybody knows the bot's token, and any page in a browser on this machine can send requests to its ports.
    path: `/${randomBytes(24).toString('base64url')}`,
    ...(snapshot && { snapshot }),
  });
  const chats = createChatFile(file, simulator.snapshot);
  const stop = simulator.onChange(chats.changed);
  const people = new Set(snapshot?.chats.map(({ user }) => user.id));

  const chatOf = (target: string): number => {
    const id = Number(target);
    if (!people.has(id)) throw new ControlError(`There is no chat ${JSON.stringify(target)} in the sandbox.`, 404);
    return id;
  };
  const messageOf = (target: string, id: string): Message => {
    const found = simulator.messages({ chat: chatOf(target) }).find((message) => String(message.message_id) === id);
    if (!found) throw new ControlError(`There is no message ${JSON.stringify(id)} in this chat.`, 404);
    return found;
  };

  return {
    endpoints: { api: simulator.url },
    openChat(chat) {
      const id = 'target' in chat ? Number(chat.target) : chatIdOf(chat.name);
      if (Number.isSafeInteger(id) && id > 0 && !people.has(id)) {
        simulator.addUser({ ...PERSON, id });
        people.add(id);
      }
      return String(id);
    },
    messages: (target) =>
      people.has(Number(target)) ? simulator.messages({ chat: Number(target) }).map(shownMessage) : [],
    async press(target, messageId, buttonId) {
      const { message_id } = messageOf(target, messageId);
      const { notice } = await simulator.press({
        chat: chatOf(target),
        message: message_id,
        button: { data: buttonId },
        timeoutMs: ANSWER_MS,
      });
      if (notice === null) return;
      // The bot takes the buttons away after its answer: worth a moment, so that whoever pressed sees the end of it.
      const isChanged = (message: Message) =>
        message.message_id === message_id && String(message.chat.id) === target && message.reply_markup === undefined;
      await simulator.waitForMessage(isChanged, { timeoutMs: EDIT_MS }).catch(() => {});
    },
    write(target, text, replyTo) {
      const chat = chatOf(target);
      simulator.writeText({ chat, text, ...(replyTo !== null && { replyTo: messageOf(target, replyTo) }) });
    },
    async close() {
      stop();
      await simulator.close();
      chats.close();
    },
  };
}

/** The same for the same name at every start; above 32 bits, as the ids of people are today. */
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
