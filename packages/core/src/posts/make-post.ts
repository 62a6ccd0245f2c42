import type { Media, Platform, Posted } from '@gateway/platform-kit';
import { checkReplyWindow } from '../channels/reply-window.js';
import type { ResolvedChannel } from '../connections/account-registry.js';
import { messagesOf } from '../questions/messages.js';
import { promptPostKey } from '../questions/post-key.js';
import type { Attachment } from '../hosted-files/attachment.js';
import type { HostedFiles } from '../hosted-files/hosted-files.js';
import { Refusal } from '../base/refusal.js';
import type { PostRow, PromptRow } from '../ports/rows.js';
import { mediaAt, postInChat } from './post-in-chat.js';
import type { Closings, ClosingOptions } from './closing.js';

export interface PostsOptions extends ClosingOptions {
  readonly closings: Pick<Closings, 'wake'>;
  readonly hostedFiles: HostedFiles;
}

/** Posts the question, or a note about it, in one of its further chats. */
export async function makePost(
  options: PostsOptions,
  prompt: PromptRow,
  post: PostRow,
  attachment: Attachment | null,
): Promise<Posted> {
  const { channels, accounts, store, clock } = options;
  const channel = await channels.find(post.organizationId, post.channelId);
  if (!channel?.isActive) throw new Refusal('invalid', `Channel "${post.channelId}" is inactive.`);
  const resolved = await accounts.resolve(channel);
  const window = await checkReplyWindow(
    { store, clock },
    resolved.platform,
    channel,
    post.kind === 'question' ? 'question' : 'message',
  );
  if (window.template) throw onlyFirst(resolved.platform);
  return post.kind === 'question'
    ? await postInChat(options, prompt, {
        channel,
        resolved,
        media: attachment ?? mediaOf(options, prompt, resolved),
        ...window,
        post,
      })
    : await postNote(options, prompt, post, { resolved, window });
}

/** A note replies to the question in its chat. */
async function postNote(
  { store }: PostsOptions,
  prompt: PromptRow,
  { channelId, chatId, text, seq }: PostRow,
  { resolved, window }: { readonly resolved: ResolvedChannel; readonly window: { readonly outsideWindow?: true } },
): Promise<Posted> {
  const posts = channelId === prompt.channelId ? [] : await store.posts.of(prompt.organizationId, [prompt.num]);
  const here = messagesOf(prompt, posts).filter((message) => message.channelId === channelId);
  const [shown] = here.flatMap(({ posted }) => posted);
  if (!shown) throw new Refusal('invalid', `The question is not posted in channel "${channelId}".`);
  const idempotencyKey = promptPostKey(prompt, 'post', seq);
  const note = { target: chatId, text: text ?? '', replyTo: shown.messageId, ...window, idempotencyKey };
  return await resolved.call((connection, signal) => connection.sendMessage(note, signal), {
    action: 'post note',
    prompt,
    post: 'special',
  });
}

function mediaOf(
  { addresses }: Pick<PostsOptions, 'addresses'>,
  { mediaUrl, terms }: PromptRow,
  { platform }: ResolvedChannel,
): Media | null {
  // The address of a file that the gateway fetched itself is private.
  return mediaAt(platform, mediaUrl !== null && !terms?.hasFile ? addresses.openOrStripped(mediaUrl) : null);
}

function onlyFirst({ name }: Platform): Refusal {
  const detail = `The reply window of ${name} has closed, and a template announces a question in its first channel only: ask the person to send any message first.`;
  return new Refusal('invalid', detail, null, { code: 'window_closed' });
}
