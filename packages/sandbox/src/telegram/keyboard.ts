import { badRequest, type TelegramError } from './errors.js';
import type { Params } from './params.js';
import type { InlineKeyboardButton, InlineKeyboardMarkup } from './types.js';

const MAX_BUTTONS = 100;
const MAX_BUTTONS_PER_ROW = 8;
const MAX_DATA_BYTES = 64;
/** Button actions other than callback_data; stored unchanged. */
const OTHER_ACTIONS = [
  'web_app',
  'login_url',
  'switch_inline_query',
  'switch_inline_query_current_chat',
  'switch_inline_query_chosen_chat',
  'copy_text',
  'callback_game',
  'disabled',
  'pay',
];

/**
 * The inline keyboard of a call; undefined when it is absent or empty. Other kinds of reply_markup are
 * accepted and ignored.
 */
export function readKeyboard(params: Params): InlineKeyboardMarkup | undefined {
  const markup = params.json('reply_markup', "can't parse reply keyboard markup JSON object");
  if (markup === undefined) return undefined;
  if (!isObject(markup)) throw badRequest('object expected as reply markup');
  const rows = markup['inline_keyboard'];
  if (rows === undefined) return undefined;
  if (!Array.isArray(rows)) throw badRequest('field "inline_keyboard" must be of type Array');
  const keyboard = rows.map(readRow).filter((row) => row.length > 0);
  if (keyboard.flat().length > MAX_BUTTONS) throw badRequest('reply markup is too long');
  return keyboard.length > 0 ? { inline_keyboard: keyboard } : undefined;
}

function readRow(row: unknown): InlineKeyboardButton[] {
  if (!Array.isArray(row)) throw badRequest("can't parse inline keyboard button: Inline keyboard row must be an Array");
  if (row.length > MAX_BUTTONS_PER_ROW) throw badRequest('reply markup is too long');
  return row.map(readButton);
}

function readButton(button: unknown): InlineKeyboardButton {
  if (!isObject(button)) throw unparsable('Inline keyboard button must be an Object');
  const { text, url, callback_data: data } = button;
  if (text === undefined) throw unparsable('Can\'t find field "text"');
  if (typeof text !== 'string') throw unparsable('Field "text" must be of type String');
  if (url !== undefined && typeof url !== 'string') throw unparsable('Field "url" must be of type String');
  if (data !== undefined && typeof data !== 'string') throw unparsable('Field "callback_data" must be of type String');
  if (!url && !data && !OTHER_ACTIONS.some((action) => button[action] !== undefined)) {
    throw unparsable('Text buttons are unallowed in the inline keyboard');
  }
  if (text.trim() === '') throw badRequest('inline keyboard button text must be non-empty');
  if (url) checkUrl(url);
  if (data && Buffer.byteLength(data) > MAX_DATA_BYTES) throw badRequest('BUTTON_DATA_INVALID');
  return { ...button, text };
}

function checkUrl(url: string): void {
  const wrong = (why: string) => badRequest(`inline keyboard button URL '${url}' is invalid: ${why}`);
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(url) ?? [];
  if (scheme && !/^(https?|tg|ton)$/i.test(scheme)) throw wrong('Unsupported URL protocol');
  if (!scheme && !/^[^\s/]+\.[^\s/]+/.test(url)) throw wrong('Wrong HTTP URL');
}

const unparsable = (why: string): TelegramError => badRequest(`can't parse inline keyboard button: ${why}`);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
