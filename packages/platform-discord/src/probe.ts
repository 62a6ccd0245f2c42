import { isPlatformError, type Probe } from '@gateway/platform-kit';
import { ChannelType, type APIUser } from 'discord-api-types/v10';
import type { Api } from './api.js';
import type { ChannelOf } from './channels.js';
import { NO_TEXTS, textsAllowed } from './intents.js';

interface FoundChannel {
  readonly id: string;
  readonly type?: number;
  readonly name?: string | null;
  readonly recipients?: readonly { readonly username?: string }[];
}

/** Channels that contain other channels or posts and accept no texts. */
const WITHOUT_TEXTS = new Set<number | undefined>([
  ChannelType.GuildCategory,
  ChannelType.GuildForum,
  ChannelType.GuildMedia,
  ChannelType.GuildDirectory,
]);

/** Their texts arrive without the privileged intent. */
const DIRECT = new Set<number | undefined>([ChannelType.DM, ChannelType.GroupDM]);

/** Checks which bot the token belongs to and whether it sees the channel. Permission to write shows only when writing. */
export async function probe(api: Api, channelOf: ChannelOf, target: string, signal?: AbortSignal): Promise<Probe> {
  let account: Probe['account'] = null;
  try {
    const me = await api.call<APIUser>('get', '/users/@me', { signal });
    account = { id: me.id, name: me.username };
    const channel = await channelOf(target, signal);
    const found = await api.call<FoundChannel>('get', `/channels/${channel}`, { signal });
    const problems = WITHOUT_TEXTS.has(found.type)
      ? ['Choose a text channel or a thread: this channel is a category or a forum, which accepts no messages itself.']
      : [];
    const withholds = !DIRECT.has(found.type) && (await textsAllowed(api, signal)) === false;
    return {
      ok: problems.length === 0,
      account,
      target: { id: found.id, name: nameOf(found) },
      problems,
      remarks: withholds && NO_TEXTS.remark !== undefined ? [NO_TEXTS.remark] : [],
    };
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
