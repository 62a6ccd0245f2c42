import { PlatformError, type ClosedPrompt, type Media, type Posted, type Question } from '@gateway/platform-kit';
import { destination, parseTarget, type Address } from './address.js';
import type { Telegram } from './api.js';
import { CAPTION_MAX, keyboardOf, layOut, looksLikePhoto, type Step } from './render.js';

/** Telegram's errors about the file as a photo. The same file may be accepted as a document. */
const NO_PHOTO =
  /PHOTO_|IMAGE_PROCESS_FAILED|WEBPAGE_|web ?page content|HTTP URL|file identifier|type of file|too big|too large/i;

const CANNOT_BE_CLOSED =
  /message is not modified|message to edit not found|message can't be edited|MESSAGE_ID_INVALID/i;

/** The fields of a posted message that are used. Other servers with the same API may omit the chat. */
interface Posting {
  readonly message_id: number;
  readonly chat?: { readonly id: number | string };
}

/** Posts a question. When one of its messages fails, deletes those that were posted before it. */
export async function sendPrompt(telegram: Telegram, question: Question, signal?: AbortSignal): Promise<Posted> {
  const address = parseTarget(question.target);
  const { before, last } = layOut(question);
  const posted: Posting[] = [];
  try {
    for (const step of before) posted.push(await post(telegram, address, step, signal));
    const message = await post(telegram, address, last, signal);
    const messageId = String(message.message_id);
    return {
      messageId,
      messageIds: [...posted.map(({ message_id }) => String(message_id)), messageId],
      ref: { chat: message.chat?.id ?? destination(address).chat_id, caption: last.media !== null },
    };
  } catch (error) {
    await deleteAll(telegram, destination(address).chat_id, posted);
    throw error;
  }
}

function post(telegram: Telegram, address: Address, { text, media, keyboard }: Step, signal?: AbortSignal) {
  const common = { ...destination(address), reply_markup: keyboard };
  if (media !== null) return postMedia(telegram, { ...common, caption: text ?? undefined }, media, signal);
  return telegram.call<Posting>(signal, (api, signal) =>
    api.sendMessage({ ...common, text: text ?? '', link_preview_options: { is_disabled: true } }, signal),
  );
}

type MediaOptions = ReturnType<typeof destination> & { reply_markup: Step['keyboard']; caption: string | undefined };

async function postMedia(
  telegram: Telegram,
  options: MediaOptions,
  media: Media,
  signal?: AbortSignal,
): Promise<Posting> {
  const asDocument = () =>
    media.kind === 'bytes'
      ? telegram.upload<Posting>(signal, { method: 'sendDocument', part: 'document', media, fields: options })
      : telegram.call<Posting>(signal, (api, signal) => api.sendDocument({ ...options, document: media.url }, signal));
  const asPhoto = () =>
    media.kind === 'bytes'
      ? telegram.upload<Posting>(signal, { method: 'sendPhoto', part: 'photo', media, fields: options })
      : telegram.call<Posting>(signal, (api, signal) => api.sendPhoto({ ...options, photo: media.url }, signal));
  try {
    if (!looksLikePhoto(media)) return await asDocument();
    try {
      return await asPhoto();
    } catch (error) {
      if (!refusesContent(error)) throw error;
      return await asDocument();
    }
  } catch (error) {
    if (!refusesContent(error) || media.kind === 'bytes') throw error;
    throw new PlatformError('invalid', error.message, {
      hint:
        'Telegram itself fetches an attachment given by address: photos up to 5 MB, PDF, ZIP and GIF files up to 20 MB. ' +
        'Upload anything else.',
    });
  }
}

function refusesContent(error: unknown): error is PlatformError {
  return error instanceof PlatformError && error.code === 'invalid' && NO_PHOTO.test(error.message);
}

/** Deletes posted messages, best effort, without the caller's signal: it may be the reason for the failure. */
async function deleteAll({ call }: Telegram, chat: number | string, posted: readonly Posting[]): Promise<void> {
  await Promise.allSettled(
    posted.map(({ message_id, chat: { id: chat_id } = { id: chat } }) =>
      call(undefined, (api, signal) => api.deleteMessage({ chat_id, message_id }, signal)),
    ),
  );
}

/** Rewrites a question's last message with the buttons that stay. Succeeds when the message was deleted or is already closed. */
export async function closePrompt({ call }: Telegram, closed: ClosedPrompt, signal?: AbortSignal): Promise<void> {
  const { ref, text, notice } = closed;
  const place = destination(parseTarget(closed.target));
  const chat_id = typeof ref?.['chat'] === 'number' ? ref['chat'] : place.chat_id;
  const message = { chat_id, message_id: Number(closed.messageId) };
  const keyboard = keyboardOf(closed.buttons ?? []);
  const reply_markup = keyboard && { reply_markup: keyboard };
  try {
    if (ref?.['caption'] !== true) {
      const link_preview_options = { is_disabled: true };
      await call<unknown>(signal, (api, signal) =>
        api.editMessageText({ ...message, text, link_preview_options, ...reply_markup }, signal),
      );
      return;
    }
    if (text.length <= CAPTION_MAX && (await rewriteCaption())) return;
    await call<unknown>(signal, (api, signal) => api.editMessageReplyMarkup(message, signal));
  } catch (error) {
    if (error instanceof PlatformError && CANNOT_BE_CLOSED.test(error.message)) return;
    throw error;
  }
  // The caption has no room for the outcome, and cutting the question would hide part of it.
  const reply_parameters = { message_id: message.message_id, allow_sending_without_reply: true };
  await call(signal, (api, signal) => api.sendMessage({ ...place, chat_id, text: notice, reply_parameters }, signal));

  /** False when the server does not know the method: a 404, as for a bad token, in which case the next call fails, too. */
  async function rewriteCaption(): Promise<boolean> {
    try {
      await call<unknown>(signal, (api, signal) =>
        api.editMessageCaption({ ...message, caption: text, ...reply_markup }, signal),
      );
      return true;
    } catch (error) {
      if (error instanceof PlatformError && error.code === 'auth') return false;
      throw error;
    }
  }
}
