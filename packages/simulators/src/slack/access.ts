import { SlackError } from './errors.js';
import type { SlackChannel } from './types.js';
import type { SlackState } from './state.js';

/** A conversation that the app can see, by id, name or user id; throws `channel_not_found`. */
export function findChannel(state: SlackState, given: string): SlackChannel {
  const { app, channels, users } = state;
  if (users.has(given) && given !== app.user.id) return state.openDirect(given);
  const name = given.replace(/^#/, '');
  const found =
    channels.get(given) ?? [...channels.values()].find((channel) => channel.kind === 'public' && channel.name === name);
  if (!found || (found.kind !== 'public' && !found.members.has(app.user.id))) throw new SlackError('channel_not_found');
  return found;
}

/** Like `findChannel`, and throws unless the app can write there. */
export function findWritable(state: SlackState, given: string): SlackChannel {
  const channel = findChannel(state, given);
  if (channel.archived) throw new SlackError('is_archived');
  if (!channel.members.has(state.app.user.id) && !state.app.scopes.has('chat:write.public')) {
    throw new SlackError('not_in_channel');
  }
  return channel;
}

/** The root of the thread. The timestamp of a reply is rejected. */
export function findThread(state: SlackState, channel: SlackChannel, ts: string | undefined): string | undefined {
  if (ts === undefined) return undefined;
  const root = state.find(channel, ts);
  if (!root) throw new SlackError('thread_not_found');
  if (root.thread_ts !== undefined && root.thread_ts !== ts) throw new SlackError('cannot_reply_to_message');
  return ts;
}
