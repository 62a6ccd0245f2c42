import type { Media } from '@gateway/platform-kit';
import type { ChannelCache } from '../channels/channel-cache.js';
import type { HostedFiles } from '../hosted-files/hosted-files.js';
import { loadedPlatform, type Platforms } from '../base/platforms.js';
import { checkButtons, promptChannel } from './prompt-channel.js';
import type { ChannelRow } from '../ports/rows.js';
import type { NewPost } from '../ports/questions/post-store.js';
import { POST_CLAIM_MS } from './posts.js';

export interface CopyDeps {
  readonly channels: ChannelCache;
  readonly platforms: Platforms;
  readonly hostedFiles: Pick<HostedFiles, 'check'>;
}

/** A question as far as the choice of its chats depends on it. */
export interface Copied {
  readonly organizationId: string;
  readonly buttons: number;
  readonly media: Media | null;
}

/** A channel in which a question is also asked. Throws a `Refusal` that names `channels` if it cannot be asked there. */
export async function copyChannel(
  deps: CopyDeps,
  { organizationId, buttons, media }: Copied,
  channelId: string,
): Promise<ChannelRow> {
  const channel = await promptChannel(deps, organizationId, channelId, 'channels');
  const platform = await loadedPlatform(deps.platforms, channel.platform);
  checkButtons(platform, buttons, 'channels');
  deps.hostedFiles.check(platform, media, 'channels');
  return channel;
}

/** The question in the chats of further channels. The request that asks posts it; it is due only if that request does not. */
export function copiesIn(channels: readonly ChannelRow[], now: number): NewPost[] {
  const createdAt = new Date(now);
  return channels.map((channel) => copyIn(channel, { createdAt, postDueAt: new Date(now + POST_CLAIM_MS) }));
}

/** The question in the chat of a channel. `postDueAt` null: it was not posted, for the reason `failed`. */
export function copyIn(
  { organizationId, channelId, platform, targetChatId, account }: ChannelRow,
  {
    createdAt,
    postDueAt,
    failed = null,
  }: Pick<NewPost, 'createdAt' | 'postDueAt'> & { readonly failed?: string | null },
): NewPost {
  const post = { organizationId, channelId, platform, chatId: targetChatId, account, failed, postDueAt, createdAt };
  return { ...post, kind: 'question', text: null };
}
