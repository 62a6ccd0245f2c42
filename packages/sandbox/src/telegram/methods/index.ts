import { getChat, getChatMember, getMe, sendChatAction } from './chats.js';
import { answerCallbackQuery } from './callbacks.js';
import { deleteMessage, editMessageCaption, editMessageReplyMarkup, editMessageText } from './edit.js';
import { getFile } from './files.js';
import type { Method } from './method.js';
import { sendDocument, sendMessage, sendPhoto } from './send.js';
import { deleteWebhook, getUpdates } from './updates.js';

/** The methods that a polling bot needs, by their official names. */
export const coreMethods = {
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
  deleteWebhook,
} satisfies Record<string, Method>;

/** Finds a method by its name, of which the Bot API ignores the case. */
export function methodFinder(methods: Readonly<Record<string, Method>>) {
  const byLowerCase = new Map(Object.entries(methods).map(([name, run]) => [name.toLowerCase(), { name, run }]));
  return (name: string): { name: string; run: Method } | undefined => byLowerCase.get(name.toLowerCase());
}
