import {
  openMedia,
  PlatformError,
  type Media,
  type OutboundMessage,
  type Posted,
  type Question,
} from '@gateway/platform-kit';
import { Text } from 'whatsapp-api-js/messages';
import type { ClientMessage } from 'whatsapp-api-js/types';
import { build, type SendOptions, type WhatsApp } from './api.js';
import { NOT_ELIGIBLE } from './errors.js';
import { parseTarget } from './person.js';
import type { SentOrder } from './sent-order.js';
import { filenameOf, kindOf, layOut, type Attachment } from './render.js';

/** Posts a question. After a failure, posted messages remain: WhatsApp cannot delete them. */
export async function sendPrompt(
  whatsapp: WhatsApp,
  question: Question,
  order: SentOrder | null,
  signal?: AbortSignal,
): Promise<Posted> {
  const to = parseTarget(question.target);
  // The upload is first, because it fails most often and nothing is posted yet.
  const attachment = question.media === null ? null : await attach(whatsapp, question.media, signal);
  const messageIds: string[] = [];
  for (const message of build(() => layOut(question, attachment))) {
    const before = messageIds.at(-1);
    if (before !== undefined) await order?.reported(before, signal);
    messageIds.push(await send(whatsapp, to, message, { isUtility: question.outsideWindow }, signal));
  }
  return { messageId: messageIds.at(-1) ?? '', messageIds, ref: null };
}

/** Sends a text that quotes the replied message; without the quote when WhatsApp refuses it. */
export async function sendMessage(
  whatsapp: WhatsApp,
  outbound: OutboundMessage,
  signal?: AbortSignal,
): Promise<Posted> {
  const to = parseTarget(outbound.target);
  const { replyTo, outsideWindow: isUtility } = outbound;
  const text = build(() => new Text(outbound.text));
  const messageId = await send(whatsapp, to, text, { replyTo, isUtility }, signal).catch((error: unknown) => {
    if (replyTo === undefined || !(error instanceof PlatformError) || error.code !== 'invalid') throw error;
    return send(whatsapp, to, text, { isUtility }, signal);
  });
  return { messageId, messageIds: [messageId], ref: null };
}

/** Explains the refusal of Direct Send, which Meta offers to eligible accounts only: the others get the general code 100. */
async function send(
  whatsapp: WhatsApp,
  to: string,
  message: ClientMessage,
  options: SendOptions,
  signal?: AbortSignal,
) {
  return await whatsapp.send(to, message, options, signal).catch((error: unknown) => {
    if (!options.isUtility || !(error instanceof PlatformError) || !error.message.includes('(#100)')) throw error;
    throw new PlatformError('window_closed', error.message, { hint: NOT_ELIGIBLE });
  });
}

async function attach(whatsapp: WhatsApp, media: Media, signal: AbortSignal | undefined): Promise<Attachment> {
  const [kind, filename] = [kindOf(media), filenameOf(media)];
  if (media.kind === 'url') return { kind, filename, at: { link: media.url } };
  const file = await openMedia(media);
  return { kind, filename, at: { id: await whatsapp.upload(file, filename, signal) } };
}
