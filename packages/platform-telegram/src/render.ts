import type { Button, Media, Question } from '@gateway/platform-kit';
import type { InlineKeyboardMarkup } from 'grammy/types';

/** UTF-16 units that fit under an image or file. */
export const CAPTION_MAX = 1024;

const PHOTO_MAX_BYTES = 10 * 1024 * 1024;
const PHOTO_TYPES = new Set(['image/jpeg', 'image/png', 'image/webp']);
const PHOTO_EXTENSIONS = /\.(jpe?g|jfif|png|webp|bmp|heic|avif|tiff?)$/i;
const ANY_EXTENSION = /\.[a-z0-9]{1,8}$/i;

/** One message to post: a text, or media with or without a caption. */
export interface Step {
  readonly text: string | null;
  readonly media: Media | null;
  readonly keyboard: InlineKeyboardMarkup | undefined;
}

/** The messages of a question, in order. The last one has the buttons. Pure. */
export function layOut({ texts, buttons, media }: Question): { before: Step[]; last: Step } {
  const keyboard = keyboardOf(buttons);
  const messages = texts.map((text): Step => ({ text, media: null, keyboard: undefined }));
  const text = messages.pop()?.text ?? '';
  if (media === null) return { before: messages, last: { text, media, keyboard } };
  if (messages.length === 0 && text.length <= CAPTION_MAX) {
    return { before: [], last: { text: text || null, media, keyboard } };
  }
  const mediaOnly: Step = { text: null, media, keyboard: undefined };
  return { before: [mediaOnly, ...messages], last: { text, media: null, keyboard } };
}

/** One button per row: side by side, Telegram would truncate long labels. */
export function keyboardOf(buttons: readonly Button[]): InlineKeyboardMarkup | undefined {
  if (buttons.length === 0) return undefined;
  return { inline_keyboard: buttons.map(({ label, token }) => [{ text: label, callback_data: token }]) };
}

/** Whether to send media as a photo first. Not a GIF: a photo is not animated. */
export function looksLikePhoto(media: Media): boolean {
  if (media.kind === 'bytes') {
    const type = media.contentType.split(';', 1)[0] ?? '';
    return PHOTO_TYPES.has(type.trim().toLowerCase()) && media.size <= PHOTO_MAX_BYTES;
  }
  const path = URL.canParse(media.url) ? new URL(media.url).pathname : media.url;
  return PHOTO_EXTENSIONS.test(path) || !ANY_EXTENSION.test(path);
}
