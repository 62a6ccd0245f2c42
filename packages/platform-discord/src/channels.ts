import type { APIChannel } from 'discord-api-types/v10';
import type { Api } from './api.js';
import { parseTarget } from './target.js';

/** Returns the channel of a target. For a person, this opens the direct conversation. */
export type ChannelOf = (target: string, signal?: AbortSignal) => Promise<string>;

export function createChannelOf(api: Api): ChannelOf {
  const conversations = new Map<string, string>();
  return async (target, signal) => {
    const { kind, id } = parseTarget(target);
    if (kind === 'channel') return id;
    const known = conversations.get(id);
    if (known !== undefined) return known;
    const { id: channel } = await api.call<APIChannel>('post', '/users/@me/channels', {
      body: { recipient_id: id },
      signal,
    });
    conversations.set(id, channel);
    return channel;
  };
}
