import type { Connection, Media, Platform, Posted, TemplateRef } from '@gateway/platform-kit';
import type { ResolvedChannel } from '../connections/account-registry.js';
import type { HostedFiles, PassedMedia } from '../hosted-files/hosted-files.js';
import type { ChannelRow, PostRow, PromptRow } from '../ports/rows.js';
import { layOut } from '../questions/layout.js';
import { promptPostKey } from '../questions/post-key.js';
import { showToken } from '../questions/tokens.js';
import { fileIsElsewhere } from './kept-file.js';

/** A chat in which a question is posted, and how. */
export interface QuestionInChat {
  readonly channel: Pick<ChannelRow, 'targetChatId'>;
  readonly resolved: ResolvedChannel;
  readonly media: Media | null;
  /** The person has not written for too long, and the platform is to deliver it nevertheless. */
  readonly outsideWindow?: true | undefined;
  /** The post of the question there; absent: it is its first chat. */
  readonly post?: Pick<PostRow, 'chatId' | 'seq'>;
  /** What is posted in place of the question until a person presses its button; null: the question is posted. */
  readonly template?: TemplateRef | null;
  /** Whether the message may be in the chat after this failure, so that it needs its file; absent: it is not. */
  readonly mayBeThere?: (error: unknown) => Promise<boolean>;
}

/** Posts the question in one of its chats: the only way to do so. Rejects with the failure of the platform, or with a `Refusal`. */
export async function postInChat(
  { hostedFiles }: { readonly hostedFiles: Pick<HostedFiles, 'pass'> },
  prompt: PromptRow,
  { channel, resolved: { platform, call }, media, outsideWindow, post, template = null, mayBeThere }: QuestionInChat,
): Promise<Posted> {
  const target = post?.chatId ?? prompt.chatId;
  let passed: PassedMedia | null = null;
  try {
    if (!template) passed = await hostedFiles.pass(platform, prompt, media);
    // An escalation comes after the request that had the file.
    const text = prompt.terms?.hasFile && media === null ? `${prompt.text}\n\n${fileIsElsewhere}` : prompt.text;
    const question = {
      target,
      ...layOut({ ...prompt, text }, platform.capabilities),
      media: passed?.media ?? null,
      ...(outsideWindow && { outsideWindow }),
      idempotencyKey: post
        ? promptPostKey(prompt, 'post', post.seq)
        : promptPostKey(prompt, 'question', prompt.channelId),
    };
    const send = template
      ? templateSender(prompt, template)
      : (connection: Connection, signal: AbortSignal) => connection.sendPrompt(question, signal);
    return await call(send, {
      action: template ? 'post template' : 'post question',
      prompt,
      post: !passed?.media && target === channel.targetChatId ? 'plain' : 'special',
    });
  } catch (error) {
    if (!(await mayBeThere?.(error))) await passed?.discard();
    throw error;
  }
}

function templateSender(prompt: PromptRow, template: TemplateRef) {
  const message = {
    target: prompt.chatId,
    template,
    parameter: String(prompt.num),
    token: showToken(prompt),
    idempotencyKey: promptPostKey(prompt, 'template', prompt.channelId),
  };
  return (connection: Connection, signal: AbortSignal) => {
    if (!connection.sendTemplate) throw new Error('The adapter declares windowTemplate, and has no sendTemplate.');
    return connection.sendTemplate(message, signal);
  };
}

/** An attachment that the platform fetches; null: there is none, or the platform fetches none. */
export function mediaAt({ capabilities }: Platform, url: string | null): Media | null {
  return url !== null && capabilities.media.url ? { kind: 'url', url } : null;
}
