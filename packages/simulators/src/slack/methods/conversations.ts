import { findChannel } from '../access.js';
import { SlackError } from '../errors.js';
import type { SlackChannel } from '../types.js';
import type { World } from '../world.js';
import type { Method } from './method.js';

export const info: Method = {
  scope: 'channels:read',
  run({ world, params }) {
    const given = params.required('channel');
    const channel = world.channels.get(given);
    if (!channel) throw new SlackError('channel_not_found');
    return { channel: shown(world, findChannel(world, given)) };
  },
};

export const open: Method = {
  scope: 'im:write',
  run({ world, params }) {
    const users = params.required('users').split(',');
    const [user] = users;
    if (users.length !== 1 || user === undefined || !world.users.has(user)) throw new SlackError('user_not_found');
    return { channel: { id: world.openDirect(user).id } };
  },
};

export const history: Method = {
  scope: 'channels:history',
  run({ world, params }) {
    const messages = world.messages(findChannel(world, params.required('channel')));
    return {
      messages: messages.filter(({ ts, thread_ts }) => thread_ts === undefined || thread_ts === ts).toReversed(),
      has_more: false,
    };
  },
};

export const replies: Method = {
  scope: 'channels:history',
  run({ world, params }) {
    const channel = findChannel(world, params.required('channel'));
    const ts = params.required('ts');
    const root = world.find(channel, ts);
    if (!root) throw new SlackError('thread_not_found');
    const thread = root.thread_ts ?? ts;
    return {
      messages: world.messages(channel).filter((message) => message.ts === thread || message.thread_ts === thread),
      has_more: false,
    };
  },
};

function shown({ app, team }: World, { id, name, kind, archived, members }: SlackChannel): object {
  const isMember = members.has(app.user.id);
  if (kind === 'im') {
    const user = [...members].find((member) => member !== app.user.id);
    return { id, is_im: true, is_archived: archived, is_open: true, user, context_team_id: team.id };
  }
  return {
    id,
    name,
    name_normalized: name,
    is_channel: kind === 'public',
    is_group: kind === 'private',
    is_im: false,
    is_mpim: false,
    is_private: kind === 'private',
    is_archived: archived,
    is_member: isMember,
    num_members: members.size,
    context_team_id: team.id,
  };
}
