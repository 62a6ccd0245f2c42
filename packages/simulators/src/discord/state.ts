import { generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { type Clock, ControlError, createWatch } from '@gateway/sandbox/server';
import type { Access, Channel, ChannelType, Message, User } from './types.js';

const EPOCH_MS = 1_420_070_400_000;

export interface Bot {
  token: string;
  user: User;
  applicationId: string;
  /** 64 hexadecimal digits. */
  publicKey: string;
  privateKey: KeyObject;
  /** The endpoint for presses; null: they are sent over the socket. */
  interactionsUrl: string | null;
  /** The MESSAGE CONTENT INTENT switch. */
  hasMessageContent: boolean;
  isRevoked: boolean;
}

/** A channel with its messages and the bots' access. */
export interface ChannelState {
  channel: Channel;
  messages: Map<string, Message>;
  access: Map<string, Access>;
}

export interface BotOptions {
  token?: string;
  username?: string;
  /** The MESSAGE CONTENT INTENT switch; on unless false. */
  messageContent?: boolean;
}

export interface UserOptions {
  username?: string;
  globalName?: string;
}

export interface ChannelOptions {
  name?: string;
  type?: ChannelType;
  parent?: string;
}

/** One guild with all people and bots as members. */
export function createDiscordState(clock: Clock) {
  let count = 0n;
  const snowflake = () => String((BigInt(clock.now() - EPOCH_MS) << 22n) + (count++ & 0x3fffffn));
  const bots = new Map<string, Bot>();
  const users = new Map<string, User>();
  const channelStates = new Map<string, ChannelState>();
  const blocked = new Set<string>();
  const guildId = snowflake();
  const watch = createWatch<Message>();

  function addBot(options: BotOptions = {}): Bot {
    const id = snowflake();
    const token =
      options.token ??
      `${Buffer.from(id).toString('base64url')}.Sim${bots.size}.${randomBytes(20).toString('base64url')}`;
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const bot: Bot = {
      token,
      user: {
        id,
        username: options.username ?? `sim-bot-${bots.size}`,
        global_name: null,
        discriminator: '0001',
        avatar: null,
        bot: true,
      },
      applicationId: id,
      publicKey: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex'),
      privateKey,
      interactionsUrl: null,
      hasMessageContent: options.messageContent !== false,
      isRevoked: false,
    };
    bots.set(token, bot);
    return bot;
  }

  function addUser(options: UserOptions = {}): User {
    const id = snowflake();
    const user: User = {
      id,
      username: options.username ?? `user${users.size + 1}`,
      global_name: options.globalName ?? null,
      discriminator: '0',
      avatar: null,
    };
    users.set(id, user);
    return user;
  }

  function addChannelState(channel: Channel): Channel {
    channelStates.set(channel.id, { channel, messages: new Map(), access: new Map() });
    return channel;
  }

  return {
    clock,
    guildId,
    bots,
    users,
    channelStates,
    blocked,
    watch,
    snowflake,
    addBot,
    addUser,
    addChannel: ({ name, type = 0, parent }: ChannelOptions = {}): Channel =>
      addChannelState({
        id: snowflake(),
        type,
        guild_id: guildId,
        name: name ?? `channel-${channelStates.size + 1}`,
        parent_id: parent ?? null,
      }),
    /** `id`: the message that the thread starts from. */
    addThread: (parent: string, name: string, id = snowflake()): Channel =>
      addChannelState({ id, type: 11, guild_id: guildId, name, parent_id: parent }),
    /** The direct message channel of a person and a bot. */
    conversation(userId: string, bot: Bot): Channel {
      const user = users.get(userId);
      if (!user) throw new ControlError(`No user ${userId}`, 404);
      const known = [...channelStates.values()].find(
        ({ channel }) => channel.type === 1 && channel.recipients?.[0]?.id === userId && channel.name === bot.user.id,
      );
      if (known) return known.channel;
      return addChannelState({ id: snowflake(), type: 1, recipients: [user], name: bot.user.id });
    },
    user(id: string): User {
      const user = users.get(id);
      if (!user) throw new ControlError(`No user ${id}`, 404);
      return user;
    },
    channelState(id: string): ChannelState {
      const channelState = channelStates.get(id);
      if (!channelState) throw new ControlError(`No channel ${id}`, 404);
      return channelState;
    },
  };
}

export type DiscordState = ReturnType<typeof createDiscordState>;

/** A channel as the API shows it. */
export function shownChannel(channel: Channel): object {
  const { name, ...rest } = channel;
  if (channel.type === 1) return { ...rest, last_message_id: null };
  const thread = channel.type === 11 && {
    thread_metadata: { archived: false, locked: false, auto_archive_duration: 1440 },
  };
  return { ...rest, name, ...thread };
}
