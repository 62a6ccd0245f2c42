import type { Chat, MemberStatus, Message, User } from './types.js';

/** A simulated person. */
export interface Person {
  user: User;
  /** Bots that the person has started (may be written to); every bot when undefined. */
  started: Set<number> | undefined;
  blocked: Set<number>;
}

/** A group, supergroup or channel. */
export interface Group {
  chat: Chat;
  members: Map<number, MemberStatus>;
  /** Topic names by message_thread_id. */
  topics: Map<number, string>;
  migratedTo?: number;
}

/** A message with data that the Bot API does not show. */
export interface Posted {
  message: Message;
  /** The bot that sent it; undefined for a person's message. */
  botId?: number;
  /** Every callback_data it ever showed: an out-of-date client can still press it. */
  shown: Set<string>;
}

/** The messages of a chat as one bot sees them: shared in groups, private between one person and one bot. */
export interface Conversation {
  chat: Chat;
  /** Undefined for a private chat. */
  group?: Group;
  /** The person and the bot of a private chat. */
  person?: Person;
  botId?: number;
  posts: Map<number, Posted>;
  lastId: number;
  /** The oldest posts beyond this number are removed. */
  maxPosts: number;
}

export const isPresent = (status: MemberStatus | undefined): boolean =>
  status === 'creator' || status === 'administrator' || status === 'member';

export function addPost(
  conversation: Conversation,
  content: Omit<Message, 'message_id' | 'chat'>,
  botId?: number,
): Posted {
  const message: Message = { message_id: ++conversation.lastId, ...content, chat: conversation.chat };
  const posted: Posted = { message, shown: new Set(), ...(botId !== undefined && { botId }) };
  noteShown(posted);
  conversation.posts.set(message.message_id, posted);
  for (const id of conversation.posts.keys()) {
    if (conversation.posts.size <= conversation.maxPosts) break;
    conversation.posts.delete(id);
  }
  return posted;
}

export function noteShown(posted: Posted): void {
  for (const row of posted.message.reply_markup?.inline_keyboard ?? []) {
    for (const button of row) if (button.callback_data !== undefined) posted.shown.add(button.callback_data);
  }
}
