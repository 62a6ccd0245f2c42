export * from '../common/index.js';
export { buttonsOf, shownText } from './blocks.js';
export type { Subscription } from './events.js';
export type {
  ChannelRef,
  MessageRef,
  CommandOptions,
  CommandResult,
  PressOptions,
  PressResult,
  ShownChannel,
  SlackFault,
  SlackSimulator,
  SlackSimulatorOptions,
  SubmitOptions,
  TextOptions,
  UserRef,
} from './simulator-types.js';
export type { SlackInput, SlackModal } from './modals.js';
export type { SentEvent } from './outbox.js';
export type { ButtonChoice } from './user-actions.js';
export { signSlackRequest } from './signature.js';
export { startSlackSimulator } from './simulator.js';
export type { SlackBlock, SlackButton, SlackMessage, SlackNotice, SlackUser } from './types.js';
export type { ChannelOptions } from './state.js';
