import { isButton } from '../server/button-name.js';
import { ControlError } from '../server/control-error.js';
import type { PersonFile } from '../server/person-file.js';
import type { Bot } from './bot.js';
import type { PressAnswer } from './callback-queries.js';
import { detectEntities } from './formatting.js';
import { contentOf } from './person-files.js';
import { addPost, type Conversation, isPresent, type Posted } from './conversation.js';
import type { InlineKeyboardButton, Message, User } from './types.js';
import type { TelegramState } from './state.js';

/** A button by index (row by row, from 0), label or callback_data. */
export type ButtonChoice = number | string | { label: string } | { data: string };

export interface Press {
  conversation: Conversation;
  /** The newest message with buttons unless given. */
  messageId?: number;
  button: ButtonChoice;
  user: User;
  /** Also accepts a button that the message showed earlier, by its data: the client's view can be out of date. */
  stale?: boolean;
  /** The update contains only the message's chat and id. */
  inaccessible?: boolean;
}

/** A press that waits for its answer. */
export interface Pressed {
  queryId: string;
  messageId: number;
  /** Resolves with the bot's answer, or with `notice: null` after the timeout. */
  answer: Promise<PressAnswer>;
}

/** Presses a button as a person. The bot that sent the message gets a callback_query. */
export function pressButton(
  state: TelegramState,
  { conversation, messageId, button, user, stale, inaccessible }: Press,
  timeoutMs: number,
): Pressed {
  requirePresence(conversation, user);
  const posted = findPosted(conversation, messageId);
  const bot = state.botsById.get(posted.botId ?? Number.NaN);
  if (!bot) throw new ControlError(`Message ${posted.message.message_id} was not sent by a bot`);
  const data = findData(posted, button, stale ?? false);
  const answered = new AbortController();
  let queryId = '';
  const answer = new Promise<PressAnswer>((resolve) => {
    queryId = state.queries.open(bot.me.id, (given) => {
      answered.abort();
      resolve(given);
    });
    void state.clock.sleep(timeoutMs, answered.signal).then(() => resolve({ notice: null, alert: false }));
  });
  const { chat } = conversation;
  bot.queue.push({
    callback_query: {
      id: queryId,
      from: user,
      message: inaccessible ? { chat, message_id: posted.message.message_id, date: 0 } : posted.message,
      chat_instance: `${chat.id}0${bot.me.id}`,
      data,
    },
  });
  return { queryId, messageId: posted.message.message_id, answer };
}

function requirePresence({ group, person, chat }: Conversation, { id }: User): void {
  const present = group ? isPresent(group.members.get(id)) : person?.user.id === id;
  if (!present) throw new ControlError(`User ${id} is not in chat ${chat.id}`);
}

function findPosted({ posts, lastId, chat }: Conversation, messageId: number | undefined): Posted {
  if (messageId !== undefined) {
    const posted = posts.get(messageId);
    if (!posted) throw new ControlError(`No message ${messageId} in chat ${chat.id}`, 404);
    return posted;
  }
  for (let id = lastId; id > 0; id -= 1) {
    const posted = posts.get(id);
    if (posted?.message.reply_markup) return posted;
  }
  throw new ControlError(`No message with buttons in chat ${chat.id}`, 404);
}

function findData({ message, shown }: Posted, choice: ButtonChoice, stale: boolean): string {
  const buttons: InlineKeyboardButton[] = message.reply_markup?.inline_keyboard.flat() ?? [];
  const found =
    typeof choice === 'number'
      ? buttons[choice]
      : typeof choice === 'string'
        ? (buttons.find((button) => isButton(button.text, choice)) ??
          buttons.find((button) => button.callback_data === choice))
        : 'label' in choice
          ? buttons.find((button) => isButton(button.text, choice.label))
          : buttons.find((button) => button.callback_data === choice.data);
  if (found?.callback_data !== undefined) return found.callback_data;
  const data =
    typeof choice === 'object' && 'data' in choice ? choice.data : typeof choice === 'string' ? choice : undefined;
  if (stale && data !== undefined && shown.has(data)) return data;
  const labels = buttons.map((button) => JSON.stringify(button.text)).join(', ') || 'none';
  throw new ControlError(`Message ${message.message_id} has no such button; it shows: ${labels}`);
}

interface Place {
  conversation: Conversation;
  user: User;
  replyTo?: number;
  thread?: number;
}

export interface Writing extends Place {
  text: string;
}

export interface Sending extends Place {
  files: readonly PersonFile[];
  /** The caption of the first file. */
  text?: string;
}

/** A person's message and the ids of the bots that received it. Privacy mode hides most group messages from bots. */
export interface Written {
  message: Message;
  receivedBy: number[];
}

/** Posts a person's text. Bots that may receive it get a message (in a channel: a channel_post). */
export function writeText(state: TelegramState, { text, ...place }: Writing): Written {
  if (text.trim() === '') throw new ControlError('The text must not be empty');
  const entities = detectEntities(text);
  return post(state, place, { text, ...(entities.length > 0 && { entities }) });
}

/** Posts a person's files, each as a message of its own. Several are an album. */
export function sendFiles(state: TelegramState, { files, text = '', ...place }: Sending): Written[] {
  const album = files.length > 1 ? { media_group_id: String(13_000_000_000 + place.conversation.lastId) } : {};
  return files.map((file, index) => {
    const entities = index === 0 ? detectEntities(text) : [];
    const caption = index === 0 && text !== '' ? { caption: text } : {};
    const content = { ...contentOf(state, file), ...album, ...caption };
    return post(state, place, { ...content, ...(entities.length > 0 && { caption_entities: entities }) });
  });
}

function post(
  state: TelegramState,
  { conversation, user, replyTo, thread }: Place,
  content: Partial<Message>,
): Written {
  const { group, chat, posts } = conversation;
  requirePresence(conversation, user);
  const quoted = replyTo === undefined ? undefined : posts.get(replyTo);
  if (replyTo !== undefined && !quoted) throw new ControlError(`No message ${replyTo} in chat ${chat.id}`, 404);
  const topic = thread ?? (quoted?.message.is_topic_message ? quoted.message.message_thread_id : undefined);
  if (topic !== undefined && !group?.topics.has(topic))
    throw new ControlError(`No topic ${topic} in chat ${chat.id}`, 404);
  const { reply_to_message: _, ...original } = quoted?.message ?? ({} as Message);
  const { message } = addPost(conversation, {
    ...(chat.type === 'channel' ? { sender_chat: chat } : { from: user }),
    date: state.now(),
    ...(topic !== undefined && { message_thread_id: topic, is_topic_message: true as const }),
    ...(quoted && { reply_to_message: original }),
    ...content,
  });
  if (conversation.person && conversation.botId !== undefined) {
    conversation.person.started?.add(conversation.botId);
    conversation.person.blocked.delete(conversation.botId);
  }
  const receivers = [...state.botsById.values()].filter((bot) => receives(bot, conversation, message, quoted));
  for (const bot of receivers) bot.queue.push(chat.type === 'channel' ? { channel_post: message } : { message });
  state.watch.emit({ kind: 'message', message });
  return { message, receivedBy: receivers.map((bot) => bot.me.id) };
}

function receives(bot: Bot, { group, botId }: Conversation, message: Message, quoted: Posted | undefined): boolean {
  if (!group) return bot.me.id === botId;
  const status = group.members.get(bot.me.id);
  if (!isPresent(status)) return false;
  if (status === 'administrator' || bot.me.can_read_all_group_messages || quoted?.botId === bot.me.id) return true;
  const mention = new RegExp(`@${bot.me.username}\\b`, 'i');
  const words = message.text ?? message.caption ?? '';
  return (message.entities ?? message.caption_entities ?? []).some(({ type, offset, length }) => {
    const part = words.slice(offset, offset + length);
    return type === 'bot_command'
      ? !part.includes('@') || mention.test(part)
      : type === 'mention' && mention.test(part);
  });
}
