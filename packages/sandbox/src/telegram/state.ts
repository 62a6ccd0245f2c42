import type { Clock } from '../server/clock.js';
import { ControlError } from '../server/control-error.js';
import { createWatch } from '../server/watch.js';
import { requireWriteAccess } from './access.js';
import { type Bot, type BotOptions, createBot } from './bot.js';
import { createCallbackQueries } from './callback-queries.js';
import { badRequest, forbidden } from './errors.js';
import { createFileStore } from './file-store.js';
import type { Conversation, Person, Group } from './conversation.js';
import type { Chat, ChatType, MemberStatus, Message, User } from './types.js';

/** A change that a person in the chats can see. */
export interface ChatChange {
  kind: 'message' | 'edit' | 'delete' | 'membership';
  message?: Message;
}

export interface UserOptions {
  id?: number;
  firstName?: string;
  lastName?: string;
  username?: string;
  /** False: the person has started no bot, so no bot can write first. */
  started?: boolean;
}

export interface ChatOptions {
  type?: Exclude<ChatType, 'private'>;
  id?: number;
  title?: string;
  username?: string;
  /** A supergroup with topics. */
  isForum?: boolean;
  /** Members' ids; all people unless given. */
  members?: number[];
  /** Ids of bots in it; every bot known so far unless given. */
  bots?: number[];
  /** Which of them are administrators; in channels every bot unless given. */
  administrators?: number[];
}

/** Limits of the history; an absent limit is infinite. */
interface Keep {
  /** Messages of each chat. */
  messages?: number;
  /** Updates of each bot. */
  updates?: number;
  files?: number;
}

export interface StateOptions {
  clock: Clock;
  callbackTimeoutMs: number;
  keep: Keep;
  /** Id of the first message of each chat. */
  firstMessage: number;
}

/** The state of the simulated platform: bots, people, chats and messages. */
export function createTelegramState(settings: StateOptions) {
  const { clock } = settings;
  const bots = new Map<string, Bot>();
  const botsById = new Map<number, Bot>();
  const people = new Map<number, Person>();
  const groups = new Map<number, Group>();
  const conversations = new Map<string, Conversation>();
  const names = new Map<string, number>();
  const watch = createWatch<ChatChange>();
  // Like current real ids, these do not fit 32 bits.
  let nextBotId = 7_000_000_001;
  let nextUserId = 5_000_000_001;
  let nextGroupId = 1_000_000_001;

  const person = (id: number): Person => {
    const found = people.get(id);
    if (!found) throw new ControlError(`No user ${id}`, 404);
    return found;
  };
  const group = (id: number): Group => {
    const found = groups.get(id);
    if (!found) throw new ControlError(`No group or channel ${id}`, 404);
    return found;
  };
  const chatOf = ({ user }: Person): Chat => ({
    id: user.id,
    type: 'private',
    first_name: user.first_name,
    ...(user.last_name !== undefined && { last_name: user.last_name }),
    ...(user.username !== undefined && { username: user.username }),
  });
  const conversationAt = (
    key: string,
    create: () => Omit<Conversation, 'posts' | 'lastId' | 'maxPosts'>,
  ): Conversation => {
    const known = conversations.get(key);
    if (known) return known;
    const created: Conversation = {
      ...create(),
      posts: new Map(),
      lastId: settings.firstMessage - 1,
      maxPosts: settings.keep.messages ?? Number.POSITIVE_INFINITY,
    };
    conversations.set(key, created);
    return created;
  };

  const state = {
    clock,
    bots,
    botsById,
    people,
    groups,
    conversations,
    watch,
    queries: createCallbackQueries(clock, settings.callbackTimeoutMs),
    files: createFileStore(settings.keep.files),
    now: () => Math.floor(clock.now() / 1000),
    person,
    group,

    addBot(options: BotOptions = {}): Bot {
      const id = options.token === undefined ? nextBotId++ : Number(/^(\d+):/.exec(options.token)?.[1]);
      if (!Number.isSafeInteger(id)) throw new ControlError('A token looks like 123456:letters-and-digits');
      const token = options.token ?? `${id}:SIM${Buffer.from(`simulated bot ${id}!`).toString('base64url')}`;
      if (bots.has(token) || botsById.has(id)) throw new ControlError(`There is already a bot ${id}`);
      const bot = createBot(id, token, options, clock, settings.keep.updates);
      bots.set(token, bot);
      botsById.set(id, bot);
      watch.emit({ kind: 'membership' });
      return bot;
    },

    addUser(options: UserOptions = {}): User {
      const id = options.id ?? nextUserId++;
      if (people.has(id)) throw new ControlError(`There is already a user ${id}`);
      const user: User = {
        id,
        is_bot: false,
        first_name: options.firstName ?? `Person ${people.size + 1}`,
        ...(options.lastName !== undefined && { last_name: options.lastName }),
        ...(options.username !== undefined && { username: options.username }),
        language_code: 'en',
      };
      people.set(id, { user, started: options.started === false ? new Set() : undefined, blocked: new Set() });
      if (user.username) names.set(user.username.toLowerCase(), id);
      watch.emit({ kind: 'membership' });
      return user;
    },

    addChat(options: ChatOptions = {}): Chat {
      const type = options.type ?? (options.isForum ? 'supergroup' : 'group');
      const number = nextGroupId++;
      const id = options.id ?? (type === 'group' ? -(number - 990_000_000) : Number(`-100${number}`));
      if (groups.has(id)) throw new ControlError(`There is already a chat ${id}`);
      const chat: Chat = {
        id,
        type,
        title: options.title ?? `A ${type}`,
        ...(options.username !== undefined && { username: options.username }),
        ...(options.isForum && { is_forum: true }),
      };
      const members = new Map<number, MemberStatus>();
      for (const userId of options.members ?? people.keys()) members.set(person(userId).user.id, 'member');
      for (const botId of options.bots ?? botsById.keys())
        members.set(botId, type === 'channel' ? 'administrator' : 'member');
      for (const adminId of options.administrators ?? []) members.set(adminId, 'administrator');
      groups.set(id, { chat, members, topics: new Map() });
      if (chat.username) names.set(chat.username.toLowerCase(), id);
      watch.emit({ kind: 'membership' });
      return chat;
    },

    /** The conversation of a chat as `bot` sees it; undefined when there is no such chat. */
    conversation(chatId: number, bot: Bot | undefined): Conversation | undefined {
      const shared = groups.get(chatId);
      if (shared) return conversationAt(`group ${chatId}`, () => ({ chat: shared.chat, group: shared }));
      const found = people.get(chatId);
      if (!found || !bot) return undefined;
      return conversationAt(`private ${chatId} ${bot.me.id}`, () => ({
        chat: chatOf(found),
        person: found,
        botId: bot.me.id,
      }));
    },

    /** The conversation that `chat_id` names for `bot`; throws the Bot API's errors. */
    find(bot: Bot, chatId: string): Conversation {
      if (chatId === '') throw badRequest('chat_id is empty');
      const id = chatId.startsWith('@') ? names.get(chatId.slice(1).toLowerCase()) : Number(chatId);
      const conversation = id === undefined || !Number.isSafeInteger(id) ? undefined : state.conversation(id, bot);
      const named = chatId.startsWith('@') && conversation?.person !== undefined;
      if (!conversation || named) throw badRequest('chat not found');
      return conversation;
    },

    /** Like `find`, and throws unless `bot` may write there. */
    findWritable(bot: Bot, chatId: string): Conversation {
      const conversation = state.find(bot, chatId);
      const { person: recipient, group: sharedChat } = conversation;
      if (recipient?.blocked.has(bot.me.id)) throw forbidden('bot was blocked by the user');
      if (recipient?.started && !recipient.started.has(bot.me.id)) {
        throw forbidden("bot can't initiate conversation with a user");
      }
      if (sharedChat) requireWriteAccess(sharedChat, bot);
      return conversation;
    },
  };
  return state;
}

export type TelegramState = ReturnType<typeof createTelegramState>;
