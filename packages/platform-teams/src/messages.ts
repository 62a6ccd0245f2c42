import {
  PlatformError,
  type ClosedPrompt,
  type OutboundMessage,
  type Posted,
  type Question,
} from '@gateway/platform-kit';
import type { Connector } from './api.js';
import { threadIn } from './conversation.js';
import type { Conversations } from './conversations.js';
import { textField } from './request.js';
import { addressOf, cardActivity, renderCard, textActivity } from './render.js';

interface Parts {
  readonly connector: Connector;
  readonly conversations: Conversations;
}

/** Posts an activity; returns the id of the message. */
async function post(
  connector: Connector,
  conversation: string,
  activity: object,
  signal?: AbortSignal,
): Promise<string> {
  const id = await postOnce(connector, conversation, activity, signal);
  if (id !== '') return id;
  throw new PlatformError('unavailable', 'Microsoft Teams did not say which message it posted.', {
    hint: 'Check PLATFORM_TEAMS_SERVICE_URL if it is set, and any proxy on the way.',
  });
}

/** Posts an activity; returns the id of the message, empty when the answer contains none. */
async function postOnce(
  connector: Connector,
  conversation: string,
  activity: object,
  signal?: AbortSignal,
): Promise<string> {
  const answer = await connector.call({ method: 'POST', conversation, path: ['activities'], body: activity, signal });
  return textField(answer, 'id') ?? '';
}

/** The text is in the chat also when the answer contains no id, as some answers do: it must not be posted again. */
export async function sendMessage(
  { connector, conversations }: Parts,
  { target, text, replyTo, thread }: OutboundMessage,
  signal?: AbortSignal,
): Promise<Posted> {
  const messageId = await conversations.postIn(target, signal, async (found) => {
    const conversation = thread === undefined ? found : knownThreadIn(found, thread);
    return replyTo
      ? await reply(connector, conversation, text, replyTo, signal)
      : await postOnce(connector, conversation, textActivity(text), signal);
  });
  return { messageId, messageIds: messageId === '' ? [] : [messageId], ref: null };
}

/** The conversation of a thread that an agent names; throws `invalid` when it cannot be one. */
function knownThreadIn(conversation: string, thread: string): string {
  const found = threadIn(conversation, thread);
  if (/^\d+$/.test(thread) && /;messageid=/i.test(found)) return found;
  throw new PlatformError('invalid', 'This is not a thread of the conversation in Microsoft Teams.', {
    hint: "Only channels have threads. Give the id of the thread's first message, such as 1767326091220.",
  });
}

async function reply(
  connector: Connector,
  conversation: string,
  text: string,
  replyTo: string,
  signal?: AbortSignal,
): Promise<string> {
  const body = { ...textActivity(text), replyToId: replyTo };
  try {
    return await postOnce(connector, threadIn(conversation, replyTo), body, signal);
  } catch (error) {
    // The message may be deleted: send the text without the reply.
    if (!(error instanceof PlatformError) || (error.code !== 'not_found' && error.code !== 'invalid')) throw error;
    return await postOnce(connector, conversation, textActivity(text), signal);
  }
}

export async function sendPrompt(
  { connector, conversations }: Parts,
  question: Question,
  signal?: AbortSignal,
): Promise<Posted> {
  return await conversations.postIn(question.target, signal, (conversation) =>
    postQuestion(connector, conversation, question, signal),
  );
}

/** Posts a question. When one of its messages fails, deletes those that were posted before it. */
async function postQuestion(
  connector: Connector,
  conversation: string,
  { texts, buttons, media }: Question,
  signal?: AbortSignal,
): Promise<Posted> {
  const before = texts.slice(0, -1);
  const text = texts.at(-1) ?? '';
  const attachment = addressOf(media);
  const posted: string[] = [];
  try {
    for (const part of before) posted.push(await post(connector, conversation, textActivity(part), signal));
    const messageId = await post(
      connector,
      conversation,
      cardActivity(renderCard({ text, buttons, attachment }), text),
      signal,
    );
    return { messageId, messageIds: [...posted, messageId], ref: attachment === null ? null : { attachment } };
  } catch (error) {
    await Promise.allSettled(
      posted.map((id) => connector.call({ method: 'DELETE', conversation, path: ['activities', id] })),
    );
    throw error;
  }
}

/** Replaces a question's card with one that has the buttons that stay. Succeeds when the message was deleted. */
export async function closePrompt(
  { connector, conversations }: Parts,
  { target, messageId, ref, text, buttons = [] }: ClosedPrompt,
  signal?: AbortSignal,
): Promise<void> {
  const attachment = typeof ref?.['attachment'] === 'string' ? ref['attachment'] : null;
  const body = { ...cardActivity(renderCard({ text, buttons, attachment }), text), id: messageId };
  try {
    await connector.call({
      method: 'PUT',
      conversation: await conversations.of(target, signal),
      path: ['activities', messageId],
      body,
      signal,
    });
  } catch (error) {
    if (!(error instanceof PlatformError) || error.code !== 'not_found') throw error;
  }
}
