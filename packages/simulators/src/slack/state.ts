import { randomBytes, randomInt } from 'node:crypto';
import { type Clock, ControlError, createWatch, type Watch } from '@gateway/sandbox/server';
import type { SlackChannel, SlackFile, SlackMessage, SlackNotice, SlackUser } from './types.js';

const ALL_SCOPES = [
  'chat:write',
  'channels:history',
  'channels:read',
  'files:read',
  'files:write',
  'groups:history',
  'groups:read',
  'im:history',
  'im:read',
  'im:write',
  'mpim:history',
  'mpim:read',
  'users:read',
];

/** The one app of the workspace. */
interface SlackApp {
  readonly id: string;
  readonly botId: string;
  readonly user: SlackUser;
  readonly botToken: string;
  readonly appToken: string;
  readonly signingSecret: string;
  scopes: Set<string>;
  revoked: boolean;
}

export type StateChange =
  | {
      readonly kind: 'message' | 'edit' | 'delete';
      readonly channel: SlackChannel;
      readonly message: SlackMessage;
      readonly previous?: SlackMessage;
    }
  | { readonly kind: 'notice'; readonly notice: SlackNotice };

/** A workspace with its people, conversations, messages and one installed app. */
export interface SlackState {
  readonly clock: Clock;
  readonly team: { readonly id: string; readonly name: string; readonly domain: string };
  readonly app: SlackApp;
  readonly users: Map<string, SlackUser>;
  readonly channels: Map<string, SlackChannel>;
  readonly files: Map<string, SlackFile>;
  readonly notices: SlackNotice[];
  readonly watch: Watch<StateChange>;
  newId(prefix: string): string;
  /** A timestamp in Slack's format: the unique id of a message in its channel. */
  newTs(): string;
  user(id: string): SlackUser;
  channel(id: string): SlackChannel;
  messages(channel: SlackChannel): SlackMessage[];
  find(channel: SlackChannel, ts: string): SlackMessage | undefined;
  post(channel: SlackChannel, message: SlackMessage): SlackMessage;
  edit(channel: SlackChannel, ts: string, changes: Partial<SlackMessage>): SlackMessage;
  remove(channel: SlackChannel, ts: string): void;
  notify(notice: SlackNotice): void;
  openDirect(userId: string): SlackChannel;
}

export function createSlackState(clock: Clock): SlackState {
  let lastId = randomInt(1_000_000);
  let lastTs = 0;
  const newId = (prefix: string) => `${prefix}0SIM${(lastId += 1).toString(36).toUpperCase().padStart(6, '0')}`;
  const team = { id: newId('T'), name: 'Simulated', domain: 'simulated' };
  const bot = makeUser({ id: newId('U'), team: team.id, name: 'gateway', realName: 'Gateway', isBot: true });
  const number = String(randomInt(1e12, 1e13 - 1));
  const app: SlackApp = {
    id: newId('A'),
    botId: newId('B'),
    user: bot,
    botToken: `xoxb-${number}-${randomBytes(12).toString('hex')}`,
    appToken: `xapp-1-${number}-${randomBytes(12).toString('hex')}`,
    signingSecret: randomBytes(16).toString('hex'),
    scopes: new Set(ALL_SCOPES),
    revoked: false,
  };
  const users = new Map([[bot.id, bot]]);
  const channels = new Map<string, SlackChannel>();
  const posts = new Map<string, Map<string, SlackMessage>>();
  const watch = createWatch<StateChange>();
  const notices: SlackNotice[] = [];
  const postsOf = ({ id }: SlackChannel) => {
    const found = posts.get(id) ?? new Map<string, SlackMessage>();
    posts.set(id, found);
    return found;
  };
  const state: SlackState = {
    clock,
    team,
    app,
    users,
    channels,
    files: new Map(),
    notices,
    watch,
    newId,
    newTs() {
      lastTs = Math.max(lastTs + 1, Math.floor(clock.now() * 1000));
      return `${Math.floor(lastTs / 1e6)}.${String(lastTs % 1e6).padStart(6, '0')}`;
    },
    user(id) {
      const user = users.get(id);
      if (!user) throw new ControlError(`No user ${id}`, 404);
      return user;
    },
    channel(id) {
      const channel = channels.get(id);
      if (!channel) throw new ControlError(`No channel ${id}`, 404);
      return channel;
    },
    messages: (channel) => [...postsOf(channel).values()],
    find: (channel, ts) => postsOf(channel).get(ts),
    post(channel, message) {
      postsOf(channel).set(message.ts, message);
      watch.emit({ kind: 'message', channel, message });
      return message;
    },
    edit(channel, ts, changes) {
      const previous = postsOf(channel).get(ts);
      if (!previous) throw new ControlError(`No message ${ts} in ${channel.id}`, 404);
      const message = { ...previous, ...changes };
      postsOf(channel).set(ts, message);
      watch.emit({ kind: 'edit', channel, message, previous });
      return message;
    },
    remove(channel, ts) {
      const message = postsOf(channel).get(ts);
      if (!message) throw new ControlError(`No message ${ts} in ${channel.id}`, 404);
      postsOf(channel).delete(ts);
      watch.emit({ kind: 'delete', channel, message });
    },
    notify(notice) {
      notices.push(notice);
      watch.emit({ kind: 'notice', notice });
    },
    openDirect(userId) {
      const existing = [...channels.values()].find(({ kind, members }) => kind === 'im' && members.has(userId));
      if (existing) return existing;
      const channel: SlackChannel = {
        id: newId('D'),
        name: '',
        kind: 'im',
        archived: false,
        members: new Set([userId, bot.id]),
      };
      channels.set(channel.id, channel);
      return channel;
    },
  };
  return state;
}

/** Adds a person to the workspace. */
export function addUser(state: SlackState, { name, realName }: { name?: string; realName?: string } = {}): SlackUser {
  const real = realName ?? name ?? `Person ${state.users.size}`;
  const handle = name ?? real.toLowerCase().replace(/\W+/g, '.');
  const user = makeUser({ id: state.newId('U'), team: state.team.id, name: handle, realName: real, isBot: false });
  state.users.set(user.id, user);
  return user;
}

interface NewUser {
  id: string;
  team: string;
  name: string;
  realName: string;
  isBot: boolean;
}

const makeUser = ({ id, team, name, realName, isBot }: NewUser): SlackUser => ({
  id,
  team_id: team,
  name,
  real_name: realName,
  deleted: false,
  is_bot: isBot,
  profile: { display_name: isBot ? '' : realName, real_name: realName },
});

export interface ChannelOptions {
  name?: string;
  isPrivate?: boolean;
  /** All people so far unless given. */
  members?: readonly (string | { id: string })[];
  /** Whether the app was invited; true unless given. */
  withApp?: boolean;
}

export function addChannel(
  state: SlackState,
  { name, isPrivate = false, members, withApp = true }: ChannelOptions = {},
): SlackChannel {
  const people = members?.map((member) => (typeof member === 'string' ? member : member.id)) ?? [...state.users.keys()];
  const ids = new Set(people.filter((id) => id !== state.app.user.id));
  if (withApp) ids.add(state.app.user.id);
  const id = state.newId('C');
  const channel: SlackChannel = {
    id,
    name: name ?? `channel-${id.toLowerCase()}`,
    kind: isPrivate ? 'private' : 'public',
    archived: false,
    members: ids,
  };
  state.channels.set(id, channel);
  return channel;
}
