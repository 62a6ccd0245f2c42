import type { InboundEvent, Sender } from '@gateway/platform-kit';
import { z } from 'zod';
import { GENERAL_TOPIC } from './address.js';
import { fileFields, filesOf, type ReadFile } from './files.js';

/** The kinds of update that the adapter requests. */
export const ALLOWED_UPDATES = ['message', 'callback_query'] as const;

/** The content of one update. */
export interface Inbound {
  readonly updateId: number;
  /** Null when the update is neither a press nor a text or file of a person. */
  readonly event: InboundEvent | null;
  /** Set for every press: the button shows a spinner until this id is answered. */
  readonly callbackQueryId: string | null;
  /** Names the album that the message belongs to; null: it belongs to none. */
  readonly album: string | null;
  /** Set when a group became a supergroup, which has another id. */
  readonly moved: { readonly from: number | string; readonly to: number } | null;
}

/** Telegram sends ids as numbers; other servers with the same API may send strings. */
const id = z.union([z.number(), z.string()]);

const user = z.object({
  id,
  is_bot: z.boolean().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  username: z.string().optional(),
});

const chat = z.object({
  id,
  type: z.string().optional(),
  title: z.string().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  username: z.string().optional(),
  is_forum: z.boolean().optional(),
});

const message = z.object({
  message_id: id,
  chat,
  from: user.optional(),
  sender_chat: chat.optional(),
  text: z.string().optional(),
  caption: z.string().optional(),
  message_thread_id: z.number().optional(),
  is_topic_message: z.boolean().optional(),
  is_automatic_forward: z.boolean().optional(),
  reply_to_message: z.object({ message_id: id, forum_topic_created: z.unknown().optional() }).optional(),
  migrate_to_chat_id: z.number().optional(),
  media_group_id: z.string().optional().catch(undefined),
  ...fileFields,
});

const callbackQuery = z.object({
  id: id.transform(String),
  from: user,
  // Of a message that is too old to be accessible, only the chat and the id are known.
  message: message.optional(),
  data: z.string().optional(),
});

// A part of an unknown shape counts as absent: rejecting the update would make Telegram send it again and again.
const update = z.object({
  update_id: z.number().int(),
  message: message.optional().catch(undefined),
  callback_query: callbackQuery.optional().catch(undefined),
});

type Message = z.output<typeof message>;
type User = z.output<typeof user>;
type Chat = z.output<typeof chat>;

/** Parses one update; null when the value is not one. Pure. */
export function parseUpdate(value: unknown, readFile: ReadFile): Inbound | null {
  const parsed = update.safeParse(value);
  if (!parsed.success) return null;
  const { update_id: updateId, message: written, callback_query: query } = parsed.data;
  const id = `update:${updateId}`;
  const moved =
    written?.migrate_to_chat_id === undefined ? null : { from: written.chat.id, to: written.migrate_to_chat_id };
  if (query !== undefined)
    return { updateId, event: readPress(id, query), callbackQueryId: query.id, album: null, moved };
  const event = written === undefined ? null : readMessage(id, written, readFile);
  return { updateId, event, callbackQueryId: null, album: albumOf(written), moved };
}

function albumOf(written: Message | undefined): string | null {
  return written?.media_group_id === undefined ? null : `${written.chat.id} ${written.media_group_id}`;
}

function readPress(id: string, { from, message: pressed, data }: z.output<typeof callbackQuery>): InboundEvent | null {
  if (pressed === undefined || data === undefined) return null;
  return {
    kind: 'press',
    id,
    targets: targetsOf(pressed),
    chat: chatOf(pressed.chat),
    sender: person(from),
    messageId: String(pressed.message_id),
    token: data,
  };
}

function readMessage(id: string, written: Message, readFile: ReadFile): InboundEvent | null {
  const text = written.text ?? written.caption ?? '';
  const sender = senderOf(written);
  const sent = filesOf(written, readFile);
  if (sender === null || (text.trim() === '' && sent.files === undefined)) return null;
  const common = {
    id,
    targets: targetsOf(written),
    chat: chatOf(written.chat),
    sender,
    messageId: String(written.message_id),
    replyTo: repliedTo(written),
    ...(topicOf(written) !== undefined && { thread: String(topicOf(written)) }),
    ...sent,
  };
  return text.trim() === '' ? { kind: 'other', ...common } : { kind: 'text', text, ...common };
}

/** For an anonymous administrator, or a person who writes as a channel, Telegram sends one of its own bots and a sender chat. */
function senderOf({ from, sender_chat, is_automatic_forward }: Message): Sender | null {
  // A channel's post that Telegram copied to the discussion group. It may be the bot's own.
  if (is_automatic_forward === true) return null;
  if (sender_chat !== undefined) return named(sender_chat, sender_chat.title);
  return from === undefined || from.is_bot === true ? null : person(from);
}

function person(from: User): Sender {
  return named(from, [from.first_name, from.last_name].filter(Boolean).join(' '));
}

function named({ id, username }: User | Chat, name: string | undefined): Sender {
  return { id: String(id), username: username || null, name: name || null };
}

function repliedTo({ reply_to_message: replied, message_thread_id }: Message): string | null {
  if (replied === undefined) return null;
  // Telegram marks every message of a topic as a reply to the topic's first message.
  const implied = replied.message_id === message_thread_id && replied.forum_topic_created !== undefined;
  return implied ? null : String(replied.message_id);
}

/** The name that people see at the top of a chat. */
export function chatNameOf({
  id,
  title,
  first_name,
  last_name,
  username,
}: {
  id: number | string;
  title?: string | undefined;
  first_name?: string | undefined;
  last_name?: string | undefined;
  username?: string | undefined;
}): string {
  return title || [first_name, last_name].filter(Boolean).join(' ') || (username ? `@${username}` : String(id));
}

function chatOf(place: Chat): InboundEvent['chat'] {
  return { id: String(place.id), name: chatNameOf(place) };
}

/** The topic of a forum; undefined: the chat has none. */
function topicOf({ chat: place, message_thread_id, is_topic_message }: Message): number | undefined {
  const thread = is_topic_message === true ? message_thread_id : undefined;
  return thread ?? (place.is_forum === true && place.type === 'supergroup' ? GENERAL_TOPIC : undefined);
}

function targetsOf(written: Message): [string, ...string[]] {
  const { chat: place } = written;
  const id = String(place.id);
  const names = place.username ? [...new Set([`@${place.username}`, `@${place.username.toLowerCase()}`])] : [];
  const topic = topicOf(written);
  return topic === undefined ? [id, ...names] : [`${id}:${topic}`, id, ...names];
}
