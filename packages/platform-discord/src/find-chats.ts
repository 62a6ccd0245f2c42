import type { Chat } from '@gateway/platform-kit';
import {
  ChannelType,
  OverwriteType,
  PermissionFlagsBits,
  type APIGuildMember,
  type APIOverwrite,
  type APIUser,
} from 'discord-api-types/v10';
import type { Api } from './api.js';

interface Guild {
  readonly id: string;
  readonly name: string;
  /** The bot's permissions in the server, as a decimal number. */
  readonly permissions: string;
}

interface GuildChannel {
  readonly id: string;
  readonly name?: string | null;
  readonly type: number;
  readonly position?: number;
  readonly permission_overwrites?: readonly APIOverwrite[];
}

/** Max servers: requests for more would exceed rate limits. */
const MAX_GUILDS = 10;
const MAX_CHATS = 50;
const TEXT = new Set<number>([ChannelType.GuildText, ChannelType.GuildAnnouncement]);
const NEEDED = PermissionFlagsBits.ViewChannel | PermissionFlagsBits.SendMessages;

/** The text channels in which the bot may write, server by server. Discord also lists channels that the bot cannot see. */
export async function findChats(api: Api, signal?: AbortSignal): Promise<readonly Chat[]> {
  const me = await api.call<APIUser>('get', '/users/@me', { signal });
  const guilds = await api.call<readonly Guild[]>('get', '/users/@me/guilds', { signal });
  const found: Chat[] = [];
  for (const guild of guilds.slice(0, MAX_GUILDS)) {
    if (found.length >= MAX_CHATS) break;
    const [channels, { roles }] = await Promise.all([
      api.call<readonly GuildChannel[]>('get', `/guilds/${guild.id}/channels`, { signal }),
      api.call<APIGuildMember>('get', `/guilds/${guild.id}/members/${me.id}`, { signal }),
    ]);
    const open = channels
      .filter(({ type }) => TEXT.has(type))
      .filter((channel) => (permissionsIn(channel, guild, me.id, roles) & NEEDED) === NEEDED)
      .toSorted((left, right) => (left.position ?? 0) - (right.position ?? 0));
    found.push(...open.map(({ id, name }) => ({ id, name: `#${name || id} (${guild.name})` })));
  }
  return found.slice(0, MAX_CHATS);
}

/** Computes permissions as Discord does: those of the server, then the overwrites for everyone, for the bot's roles, and for the bot. */
function permissionsIn(channel: GuildChannel, guild: Guild, bot: string, roles: readonly string[]): bigint {
  const inGuild = BigInt(guild.permissions);
  if (inGuild & PermissionFlagsBits.Administrator) return ~0n;
  const { permission_overwrites: all = [] } = channel;
  const ofRoles = all.filter(({ type }) => type === OverwriteType.Role);
  const steps = [
    ofRoles.filter(({ id }) => id === guild.id),
    ofRoles.filter(({ id }) => roles.includes(id)),
    all.filter(({ id, type }) => type === OverwriteType.Member && id === bot),
  ];
  return steps.reduce((rights, step) => (rights & ~combine(step, 'deny')) | combine(step, 'allow'), inGuild);
}

function combine(overwrites: readonly APIOverwrite[], kind: 'allow' | 'deny'): bigint {
  return overwrites.reduce((bits, overwrite) => bits | BigInt(overwrite[kind]), 0n);
}
