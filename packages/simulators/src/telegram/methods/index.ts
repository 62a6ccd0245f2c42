import { getChat, getChatMember, getMe, sendChatAction } from './chats.js';
import { answerCallbackQuery } from './callbacks.js';
import { deleteMessage, editMessageCaption, editMessageReplyMarkup, editMessageText } from './edit.js';
import { getFile } from './files.js';
import type { Method } from './method.js';
import { sendDocument, sendMessage, sendPhoto } from './send.js';
import { deleteWebhook, getUpdates, getWebhookInfo, setWebhook } from './updates.js';

/** Every simulated method by its official name. */
const METHODS: Record<string, Method> = {
  getMe,
  getChat,
  getChatMember,
  sendChatAction,
  sendMessage,
  sendPhoto,
  sendDocument,
  editMessageText,
  editMessageCaption,
  editMessageReplyMarkup,
  deleteMessage,
  answerCallbackQuery,
  getFile,
  getUpdates,
  setWebhook,
  deleteWebhook,
  getWebhookInfo,
};

const byLowerCase = new Map(Object.entries(METHODS).map(([name, run]) => [name.toLowerCase(), { name, run }]));

/** The method of that name; the Bot API ignores case. */
export const findMethod = (name: string): { name: string; run: Method } | undefined =>
  byLowerCase.get(name.toLowerCase());
