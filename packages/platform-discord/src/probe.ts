import { isPlatformError, type Probe } from '@gateway/platform-kit';
import { ChannelType, type APIUser } from 'discord-api-types/v10';
import type { Api } from './api.js';
import type { ChannelOf } from './channels.js';

interface FoundChannel {
  readonly id: string;
  readonly type?: number;
  readonly name?: string | null;
  readonly recipients?: readonly { readonly username?: string }[];
}

/** Channels that hold other channels or posts, but take no texts themselves. */
const NOT_FOR_TEXTS = new Set<number | undefined>([
  ChannelType.GuildCategory,
  ChannelType.GuildForum,
  ChannelType.GuildMedia,
  ChannelType.GuildDirectory,
]);

/** Asks who the token belongs to and whether the bot sees the channel. Whether it may write there shows only when it does. */
export async function probe(api: Api, channelOf: ChannelOf, target: string, signal?: AbortSignal): Promise<Probe> {
  let account: Probe['account'] = null;
  try {
    const me = await api.call<APIUser>('get', '/users/@me', { signal });
    account = { id: me.id, name: me.username };
    const channel = await channelOf(target, signal);
    const found = await api.call<FoundChannel>('get', `/channels/${channel}`, { signal });
    const problems = NOT_FOR_TEXTS.has(found.type)
      ? ['Choose a text channel or a thread: this channel is a category or a forum, which takes no messages itself.']
      : [];
    return { ok: problems.length === 0, account, target: { id: found.id, name: nameOf(found) }, problems };
  } catch (error) {
    if (!isPlatformError(error)) throw error;
    return { ok: false, account, target: null, problems: [error.explanation] };
  }
}

function nameOf({ id, name, recipients }: FoundChannel): string {
  if (name) return `#${name}`;
  return (
    recipients
      ?.map(({ username }) => username)
      .filter(Boolean)
      .join(', ') || id
  );
}
