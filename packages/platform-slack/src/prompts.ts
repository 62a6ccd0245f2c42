import {
  PlatformError,
  type ClosedPrompt,
  type OutboundMessage,
  type Posted,
  type Question,
} from '@gateway/platform-kit';
import { isPerson, parseTarget, threadIn, threadOf, type Address } from './address.js';
import type { Slack } from './api.js';
import { uploadFile } from './files.js';
import { renderMessage, renderQuestion, shownFirst, type Content, type MessageContent, type Shown } from './render.js';

const NO_SUCH_THREAD = /thread_not_found|invalid_thread_ts|cannot_reply_to_message|message_not_found/;
const NO_SUCH_IMAGE = /invalid_blocks|invalid_attachments|image/;
const CANNOT_BE_CLOSED = /message_not_found|cant_update_message|edit_window_closed|channel_not_found/;

interface Place {
  readonly channel: string;
  readonly thread_ts?: string;
}

interface Message {
  readonly channel: string;
  readonly ts: string;
}

/**
 * Posts a message, in the given thread or that of the message that it replies to. If the thread of that message does not exist any
 * more, posts to the channel.
 */
export async function sendMessage(
  slack: Slack,
  { target, text, replyTo, thread: given, privateTo }: OutboundMessage,
  signal?: AbortSignal,
): Promise<Posted> {
  const asked = parseTarget(target);
  const address = { ...asked, thread: asked.thread ?? (given === undefined ? undefined : threadIn(given)) };
  const thread = address.thread ?? (replyTo === undefined ? undefined : threadOf(replyTo));
  const isPrivate = privateTo !== undefined && !isPerson(address) && !address.channel.startsWith('D');
  const send = (place: Place) =>
    isPrivate ? postEphemeral(slack, place, privateTo, text, signal) : post(slack, place, renderMessage(text), signal);
  const { ts } = await send(placeOf({ ...address, thread })).catch((error: unknown) => {
    if (address.thread !== undefined || thread === undefined || !isAbout(error, NO_SUCH_THREAD)) throw error;
    return send(placeOf(address));
  });
  return { messageId: ts, messageIds: ts === '' ? [] : [ts], ref: null };
}

/** Posts a question. When a part fails, deletes the parts that were posted before it. */
export async function sendPrompt(slack: Slack, question: Question, signal?: AbortSignal): Promise<Posted> {
  const { call } = slack;
  const address = parseTarget(question.target);
  const place = placeOf(address);
  const before = question.texts.slice(0, -1);
  const last = question.texts.at(-1) ?? '';
  const undo: (() => Promise<unknown>)[] = [];
  const posted: Message[] = [];
  try {
    if (question.media?.kind === 'bytes') undo.push(await uploadFile(slack, address, question.media, signal));
    for (const text of before) {
      const message = await post(slack, place, renderMessage(text), signal);
      undo.push(() => call(undefined, (web) => web.chat.delete(message)));
      posted.push(message);
    }
    const { message, shown } = await postQuestion(slack, place, { ...question, text: last }, signal);
    return {
      messageId: message.ts,
      messageIds: [...posted, message].map(({ ts }) => ts),
      ref: { channel: message.channel, url: shown?.url ?? null, as: shown?.as ?? null },
    };
  } catch (error) {
    // Best effort, and without the caller's signal: it may be the reason for the failure.
    await Promise.allSettled(undo.map((remove) => remove()));
    throw error;
  }
}

/** Rewrites a question's last message with the buttons that stay. Succeeds when the message was deleted. */
export async function closePrompt(
  { call }: Slack,
  { target, messageId, ref, text, buttons = [] }: ClosedPrompt,
  signal?: AbortSignal,
): Promise<void> {
  const channel = typeof ref?.['channel'] === 'string' ? ref['channel'] : parseTarget(target).channel;
  const url = ref?.['url'];
  const shown: Shown | null = typeof url === 'string' ? { url, as: ref?.['as'] === 'image' ? 'image' : 'link' } : null;
  try {
    // By default, chat.update turns names in the text into links.
    await call(signal, (web) =>
      web.chat.update({ channel, ts: messageId, ...renderQuestion(text, buttons, shown), parse: 'none' }),
    );
  } catch (error) {
    if (!isAbout(error, CANNOT_BE_CLOSED)) throw error;
  }
}

/** Posts the question. An image that Slack cannot fetch or show becomes a link. */
async function postQuestion(
  slack: Slack,
  place: Place,
  { text, buttons, media }: Question & { readonly text: string },
  signal?: AbortSignal,
): Promise<{ message: Message; shown: Shown | null }> {
  const shown = shownFirst(media);
  const send = async (as: Shown | null) => ({
    message: await post(slack, place, renderQuestion(text, buttons, as), signal),
    shown: as,
  });
  try {
    return await send(shown);
  } catch (error) {
    if (shown?.as !== 'image' || !isAbout(error, NO_SUCH_IMAGE)) throw error;
    return await send({ ...shown, as: 'link' });
  }
}

async function post(
  { call }: Slack,
  place: Place,
  content: Content | MessageContent,
  signal?: AbortSignal,
): Promise<Message> {
  const quiet = 'blocks' in content ? { unfurl_links: false, unfurl_media: false } : {};
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a method of Slack, not of a window
  const { channel, ts } = await call(signal, (web) => web.chat.postMessage({ ...place, ...content, ...quiet }));
  if (!ts) throw new PlatformError('unavailable', "Slack's answer names no message.");
  return { channel: channel ?? place.channel, ts };
}

/** Posts a message that one person sees, until that person's client is reloaded. */
async function postEphemeral(
  { call }: Slack,
  place: Place,
  user: string,
  text: string,
  signal?: AbortSignal,
): Promise<{ ts: string }> {
  const { message_ts: ts } = await call(signal, (web) =>
    web.chat.postEphemeral({ ...place, user, ...renderMessage(text) }),
  );
  return { ts: ts ?? '' };
}

function placeOf({ channel, thread }: Address): Place {
  return thread === undefined ? { channel } : { channel, thread_ts: thread };
}

function isAbout(error: unknown, pattern: RegExp): boolean {
  return error instanceof PlatformError && pattern.test(error.message);
}
