import type { PostRow, PromptMessage, PromptRow } from '../ports/rows.js';
import { isPartOf } from './chat-parts.js';

/** The message of a question in one of its chats. That of the first chat is stored with the prompt, each other one as a post. */
export interface QuestionMessage extends Pick<PostRow, 'channelId' | 'platform' | 'chatId' | 'account' | 'closedAt'> {
  /** The post; null: it is in the first chat. */
  readonly post: PostRow | null;
  /**
   * The known messages of the platform with the buttons. More than one: a request was repeated after a crash. They are equal, so the
   * `ref` of one is valid for the others.
   */
  readonly posted: readonly PromptMessage[];
}

/** Whether a question may be in further chats: from the start, or by a step of its policy. */
export function hasCopies({ terms, stepsDone }: PromptRow): boolean {
  return stepsDone > 0 || (terms?.channelIds.length ?? 0) > 1;
}

/** The messages of a question in all its chats, the first chat's own first. `posts`: those in other chats. */
export function messagesOf(prompt: PromptRow, posts: readonly PostRow[]): [QuestionMessage, ...QuestionMessage[]] {
  const { channelId, platform, chatId, account, messageClosedAt: closedAt } = prompt;
  const others = posts.filter(({ kind }) => kind === 'question');
  return [
    { channelId, platform, chatId, account, closedAt, post: null, posted: postedInFirst(prompt) },
    ...others.map(messageOfPost),
  ];
}

/** One message of the question in each channel where it can be read; a template does not count. */
export function placesOf(prompt: PromptRow, posts: readonly PostRow[]): QuestionMessage[] {
  const [first, ...others] = messagesOf(prompt, posts);
  const shown = [...(prompt.showAfter === null ? [first] : []), ...others].filter(({ posted }) => posted.length > 0);
  return [...new Map(shown.map((place) => [place.channelId, place])).values()];
}

function messageOfPost(post: PostRow): QuestionMessage {
  const { channelId, platform, chatId, account, closedAt, messageId, messageRef: ref } = post;
  const posted = messageId === null ? [] : [{ messageId, ref }];
  return { channelId, platform, chatId, account, closedAt, post, posted };
}

function postedInFirst({ messageId, messageRef, otherMessages }: PromptRow): PromptMessage[] {
  const own = messageId === null ? [] : [{ messageId, ref: messageRef }];
  const others = (otherMessages ?? []).filter((other) => other.messageId !== messageId);
  return [...own, ...others.map((other) => ({ messageId: other.messageId, ref: other.ref ?? messageRef }))];
}

/** The platform's id of a message with the prompt's buttons in its first chat; null: none is known. */
export function messageIdOf(prompt: PromptRow): string | null {
  return postedInFirst(prompt)[0]?.messageId ?? null;
}

/** The channel of the chat in which a prompt was answered by text. */
export function channelOfAnswer(prompt: PromptRow, messages: readonly QuestionMessage[]): string {
  const { confirmTarget: target, answerDetail } = prompt;
  const isThere = ({ platform, chatId }: QuestionMessage) =>
    target !== null &&
    (answerDetail === null || platform === answerDetail.platform) &&
    (target === chatId || isPartOf(target, chatId) || isPartOf(chatId, target));
  return messages.find(isThere)?.channelId ?? prompt.channelId;
}
