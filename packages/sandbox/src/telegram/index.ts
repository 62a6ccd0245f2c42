// The Telegram simulation that the sandbox and the development simulator share.
export { readAllowed } from './allowed-updates.js';
export { type ApiAnswer, type ApiCall, type ApiHandler, methodRunner, telegramRouter } from './api.js';
export type { Bot, BotOptions } from './bot.js';
export type { PressAnswer } from './callback-queries.js';
export type { Conversation, Group } from './conversation.js';
export { badRequest, conflict, TelegramError, tooManyRequests } from './errors.js';
export { coreMethods, methodFinder } from './methods/index.js';
export { Described, type Invocation, type Method, type SendLimits } from './methods/method.js';
export { type ChatOptions, createTelegramState, type TelegramState, type UserOptions } from './state.js';
export type * from './types.js';
export type { UpdateQueue } from './update-queue.js';
export { type ButtonChoice, pressButton, sendFiles, writeText, type Written } from './user-actions.js';
