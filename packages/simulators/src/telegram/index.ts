export * from '../simulator/index.js';
export type { BotOptions } from './bot.js';
export type { PressAnswer } from './callback-queries.js';
export type {
  BotRef,
  ChatRef,
  NewBot,
  PressOptions,
  TelegramFault,
  TelegramSimulator,
  TelegramSimulatorOptions,
  TextOptions,
} from './handle.js';
export type { ButtonChoice, Written } from './people.js';
export { startTelegramSimulator } from './simulator.js';
export type * as TelegramTypes from './types.js';
export type { Snapshot } from './snapshot.js';
export type { ChatOptions, Keep, UserOptions } from './world.js';
