import {
  openMedia,
  PlatformError,
  type Media,
  type OutboundMessage,
  type Posted,
  type Question,
} from '@gateway/platform-kit';
import type { Messenger, Outgoing } from './api.js';
import { parseTarget } from './person.js';
import { layOut, mediaMessage } from './render.js';

/** Posts a question, the attachment first. After a failure, posted messages remain: Messenger cannot delete them. */
export async function sendPrompt(messenger: Messenger, question: Question, signal?: AbortSignal): Promise<Posted> {
  const psid = parseTarget(question.target);
  const attached = question.media === null ? [] : [await attach(question.media)];
  const messageIds: string[] = [];
  for (const outgoing of [...attached, ...layOut(question).map((message) => ({ message }))]) {
    messageIds.push(await messenger.send(psid, outgoing, signal));
  }
  return { messageId: messageIds.at(-1) ?? '', messageIds, ref: null };
}

/** Sends a text as a reply; without the reply when Messenger does not know the replied message any more. */
export async function sendMessage(
  messenger: Messenger,
  outbound: OutboundMessage,
  signal?: AbortSignal,
): Promise<Posted> {
  const psid = parseTarget(outbound.target);
  const { replyTo } = outbound;
  const message = { text: outbound.text };
  const messageId = await messenger.send(psid, { message, replyTo }, signal).catch((error: unknown) => {
    if (replyTo === undefined || !(error instanceof PlatformError) || error.code !== 'invalid') throw error;
    return messenger.send(psid, { message }, signal);
  });
  return { messageId, messageIds: [messageId], ref: null };
}

async function attach(media: Media): Promise<Outgoing> {
  const message = mediaMessage(media);
  if (media.kind === 'url') return { message };
  const blob = await openMedia(media);
  return { message, file: { blob, filename: media.filename || 'file' } };
}
