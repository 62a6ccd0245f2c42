export * from '../common/index.js';
export type {
  BotRef,
  DiscordFault,
  DiscordSimulator,
  DiscordSimulatorOptions,
  NewBot,
  PressOptions,
  Ref,
  SubmitOptions,
  TextOptions,
} from './simulator-types.js';
export type { ShownModal } from './modals.js';
export type { PressAnswer, PrivateNote } from './interactions.js';
export { shownText } from './shown-text.js';
export { startDiscordSimulator } from './simulator.js';
export type * as DiscordTypes from './types.js';
export type { BotOptions, ChannelOptions, UserOptions } from './state.js';
