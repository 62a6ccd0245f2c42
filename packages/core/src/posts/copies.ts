import type { Media, Platform } from '@gateway/platform-kit';
import type { ChannelCache } from '../channels/channel-cache.js';
import type { HostedFiles } from '../hosted-files/hosted-files.js';
import { loadedPlatform, type Platforms } from '../base/platforms.js';
import { checkButtons, promptChannel } from './prompt-channel.js';
import type { ChannelRow, PromptRow } from '../ports/rows.js';
import type { NewPost } from '../ports/questions/post-store.js';
import { isUninspectable } from '../questions/showing.js';
import { POST_CLAIM_MS } from './attempts.js';

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

/** A question as far as it depends on the platform whether it is shown whole. */
export type ShownQuestion = Pick<PromptRow, 'options' | 'terms'>;

/** A channel in which a question is also asked. */
export interface CopyTarget {
  readonly channel: ChannelRow;
  readonly platform: Platform;
}

/** Throws a `Refusal` that names `channels` if the question cannot be asked there. */
export async function copyTarget(
  deps: CopyDeps,
  { organizationId, buttons, media }: Copied,
  channelId: string,
): Promise<CopyTarget> {
  const channel = await promptChannel(deps, organizationId, channelId, 'channels');
  const platform = await loadedPlatform(deps.platforms, channel.platform);
  checkButtons(platform, buttons, 'channels');
  deps.hostedFiles.check(platform, media, 'channels');
  return { channel, platform };
}

/** The question in the chats of further channels. The request that asks posts it; it is due only if that request does not. */
export function copiesIn(targets: readonly CopyTarget[], asked: ShownQuestion, now: number): NewPost[] {
  const due = { createdAt: new Date(now), postDueAt: new Date(now + POST_CLAIM_MS) };
  return targets.map((target) => copyIn(target, asked, due));
}

/** The question in the chat of a channel. */
export function copyIn(
  { channel, platform }: CopyTarget,
  asked: ShownQuestion,
  due: Pick<NewPost, 'createdAt' | 'postDueAt'>,
): NewPost {
  return { ...placeIn(channel), ...due, failed: null, uninspectable: isUninspectable(asked, platform.capabilities) };
}

/** The question in the chat of a channel in which it was not posted. */
export function failedCopyIn(channel: ChannelRow, failed: string, createdAt: Date): NewPost {
  return { ...placeIn(channel), createdAt, postDueAt: null, failed };
}

function placeIn({ organizationId, channelId, platform, targetChatId, account }: ChannelRow) {
  return { organizationId, channelId, platform, chatId: targetChatId, account, kind: 'question', text: null } as const;
}
