import { findChannel } from '../access.js';
import { SlackError } from '../errors.js';
import type { SlackChannel } from '../types.js';
import type { SlackState } from '../state.js';
import type { Method } from './method.js';

export const info: Method = {
  scope: 'channels:read',
  run({ state, params }) {
    const given = params.required('channel');
    const channel = state.channels.get(given);
    if (!channel) throw new SlackError('channel_not_found');
    return { channel: shown(state, findChannel(state, given)) };
  },
};

export const open: Method = {
  scope: 'im:write',
  run({ state, params }) {
    const users = params.required('users').split(',');
    const [user] = users;
    if (users.length !== 1 || user === undefined || !state.users.has(user)) throw new SlackError('user_not_found');
    return { channel: { id: state.openDirect(user).id } };
  },
};

export const history: Method = {
  scope: 'channels:history',
  run({ state, params }) {
    const messages = state.messages(findChannel(state, params.required('channel')));
    return {
      messages: messages.filter(({ ts, thread_ts }) => thread_ts === undefined || thread_ts === ts).toReversed(),
      has_more: false,
    };
  },
};

export const replies: Method = {
  scope: 'channels:history',
  run({ state, params }) {
    const channel = findChannel(state, params.required('channel'));
    const ts = params.required('ts');
    const root = state.find(channel, ts);
    if (!root) throw new SlackError('thread_not_found');
    const thread = root.thread_ts ?? ts;
    return {
      messages: state.messages(channel).filter((message) => message.ts === thread || message.thread_ts === thread),
      has_more: false,
    };
  },
};

/** The types of conversations and the scopes to read them. */
const KINDS: Readonly<Record<string, { scope: string; kind: SlackChannel['kind'] | null }>> = {
  public_channel: { scope: 'channels:read', kind: 'public' },
  private_channel: { scope: 'groups:read', kind: 'private' },
  im: { scope: 'im:read', kind: 'im' },
  mpim: { scope: 'mpim:read', kind: null },
};
const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 999;

/** The app's conversations. As documented, `is_member` and `num_members` are absent. */
export const ofApp: Method = {
  scope: null,
  run({ state, params }) {
    const types = (params.text('types') ?? 'public_channel').split(',').map((type) => type.trim());
    const wanted = types.map((type) => {
      const known = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
      if (!known) throw new SlackError('invalid_types');
      return known;
    });
    const needed = wanted.map(({ scope }) => scope).filter((scope) => !state.app.scopes.has(scope));
    if (needed.length > 0)
      throw new SlackError('missing_scope', { needed: needed.join(','), provided: [...state.app.scopes].join(',') });
    const limit = Number(params.text('limit') ?? DEFAULT_LIMIT);
    if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) throw new SlackError('invalid_limit');
    const from = Number(params.text('cursor') ?? 0);
    if (!Number.isInteger(from)) throw new SlackError('invalid_cursor');
    const all = [...state.channels.values()]
      .filter(({ kind, members }) => members.has(state.app.user.id) && wanted.some((one) => one.kind === kind))
      .filter(({ archived }) => !archived || params.text('exclude_archived') !== 'true');
    const channels = all.slice(from, from + limit).map((channel) => {
      const { is_member: _member, num_members: _count, ...rest } = shown(state, channel) as Record<string, unknown>;
      return rest;
    });
    return {
      channels,
      response_metadata: { next_cursor: from + limit < all.length ? String(from + limit) : '' },
    };
  },
};

function shown({ app, team }: SlackState, { id, name, kind, archived, members }: SlackChannel): object {
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
