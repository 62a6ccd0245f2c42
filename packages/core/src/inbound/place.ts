import type { InboundEvent } from '@gateway/platform-kit';
import type { PostRow, PromptMessage, PromptRow } from '../ports/rows.js';
import type { Store } from '../ports/store.js';
import { isPartOf } from '../questions/chat-parts.js';
import { messagesOf, type QuestionMessage } from '../questions/messages.js';
import type { Arrival, InboundDeps } from './arrival.js';

/** The chat of an event in which this account posted the prompt. */
export interface Place {
  readonly channelId: string;
  /** The posts of the question there; empty: it is the prompt's own chat. */
  readonly copies: readonly PostRow[];
  /** Whether this chat could not show the whole action: then no answer from it lets it run. */
  readonly isUninspectable: boolean;
}

/** Where the event's chat is among those in which this account posted the prompt. Null: it can only be answered elsewhere. */
export async function placeOf({ store }: InboundDeps, arrival: Arrival, prompt: PromptRow): Promise<Place | null> {
  const { num } = prompt;
  const [first] = messagesOf(prompt, []);
  if (isAt(arrival, num, first))
    return { channelId: prompt.channelId, copies: [], isUninspectable: prompt.uninspectable };
  if (prompt.terms === null) return null;
  const [, ...others] = messagesOf(prompt, await store.posts.of(prompt.organizationId, [num]));
  const copies = others.flatMap((message) => (isAt(arrival, num, message) && message.post ? [message.post] : []));
  const [copy] = copies;
  return copy ? { channelId: copy.channelId, copies, isUninspectable: copy.uninspectable } : null;
}

function isAt({ event, account }: Arrival, num: number, { channelId, chatId, posted }: QuestionMessage): boolean {
  // For an old message a platform may report the group without the topic. The message id identifies it nevertheless.
  const isOnItsMessage = isPress(event) && event.messageId !== null && isAmong(posted, event.messageId);
  return (
    event.targets.some((target) => target === chatId || (isOnItsMessage && isPartOf(chatId, target))) &&
    account.channels.some(
      (channel) => channel.channelId === channelId && (channel.credentialsProven || num > channel.answersAfter),
    )
  );
}

/** Whether an event is about a message of the question itself: a press on its button, a reaction, or a vote in its poll. */
function isPress({ kind }: InboundEvent): boolean {
  return kind === 'press' || kind === 'choice';
}

/** The pressed message, for the answer that records it with the prompt's own. */
export function pressedMessage(
  { event: { messageId } }: Arrival,
  { copies }: Place,
  prompt: PromptRow,
): { readonly pressedMessageId?: string } {
  return copies.length === 0 && messageId !== null && messageId !== prompt.messageId
    ? { pressedMessageId: messageId }
    : {};
}

/** A crashed instance may have posted a second message of the same prompt. A press makes it known. */
export async function noteMessage(
  { store, closings }: InboundDeps,
  { event: { messageId } }: Arrival,
  { copies }: Place,
  prompt: PromptRow,
): Promise<void> {
  const [copy] = copies;
  const here = copy ? messagesOf(prompt, copies).slice(1) : messagesOf(prompt, []);
  if (messageId === null || here.some(({ posted }) => isAmong(posted, messageId))) return;
  if (copy) await store.posts.noteMessage(copy, messageId);
  else await store.prompts.noteMessage(prompt.organizationId, prompt.num, messageId);
  closings.wake();
}

/** Whether a message has the choices of a question: it may also be a note about it, or another part of its text. */
export async function isQuestion(
  { store }: { readonly store: Pick<Store, 'posts'> },
  prompt: PromptRow,
  messageId: string,
): Promise<boolean> {
  const [first] = messagesOf(prompt, []);
  if (isAmong(first.posted, messageId)) return true;
  if (prompt.terms === null) return false;
  const messages = messagesOf(prompt, await store.posts.of(prompt.organizationId, [prompt.num]));
  return messages.some(({ posted }) => isAmong(posted, messageId));
}

function isAmong(posted: readonly PromptMessage[], id: string): boolean {
  return posted.some(({ messageId }) => messageId === id);
}
