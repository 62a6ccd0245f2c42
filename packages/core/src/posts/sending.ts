import type { Connection, Media, Platform, Posted, Question, TemplateRef } from '@gateway/platform-kit';
import type { PostRow, PromptRow } from '../ports/rows.js';
import { layOut } from '../questions/layout.js';
import { promptPostKey } from '../questions/post-key.js';
import { showToken } from '../questions/tokens.js';

/** Posts something of a prompt on a connection. */
export type Send = (connection: Connection, signal: AbortSignal) => Promise<Posted>;

/** Posts the question in one of its chats. `post`: its post; null: the prompt's own chat. */
export function questionSender(
  prompt: PromptRow,
  { capabilities }: Platform,
  how: Pick<Question, 'media' | 'outsideWindow'>,
  post: Pick<PostRow, 'chatId' | 'seq'> | null = null,
): Send {
  const question = {
    target: post?.chatId ?? prompt.chatId,
    ...layOut(prompt, capabilities),
    ...how,
    idempotencyKey: post
      ? promptPostKey(prompt, 'post', post.seq)
      : promptPostKey(prompt, 'question', prompt.channelId),
  };
  return (connection, signal) => connection.sendPrompt(question, signal);
}

/** Posts the template that stands for the question until a person presses its button. */
export function templateSender(prompt: PromptRow, template: TemplateRef): Send {
  const message = {
    target: prompt.chatId,
    template,
    parameter: String(prompt.num),
    token: showToken(prompt),
    idempotencyKey: promptPostKey(prompt, 'template', prompt.channelId),
  };
  return (connection, signal) => {
    if (!connection.sendTemplate) throw new Error('The adapter declares windowTemplate, and has no sendTemplate.');
    return connection.sendTemplate(message, signal);
  };
}

/** An attachment that the platform fetches; null: there is none, or the platform fetches none. */
export function mediaAt({ capabilities }: Platform, url: string | null): Media | null {
  return url !== null && capabilities.media.url ? { kind: 'url', url } : null;
}
