export type {
  BotOptions,
  ButtonChoice,
  ChatOptions,
  PressAnswer,
  UserOptions,
  Written,
} from '@gateway/sandbox/telegram';
export type * as TelegramTypes from '@gateway/sandbox/telegram';
export * from '../common/index.js';
export { startTelegramSimulator } from './simulator.js';
export type {
  BotRef,
  ChatRef,
  NewBot,
  PressOptions,
  TelegramFault,
  TelegramSimulator,
  TelegramSimulatorOptions,
  TextOptions,
} from './simulator-types.js';
