export * from '../common/index.js';
export type { CardAction } from './cards.js';
export type { ShownDialog } from './dialogs.js';
export type { Reply } from './delivery.js';
export type {
  ConversationRef,
  TeamsMessage,
  TeamsPress,
  TeamsPressResult,
  TeamsSimulator,
  TeamsSimulatorOptions,
  TeamsSubmission,
  TeamsTextOptions,
} from './simulator-types.js';
export type { TeamsCloud, TokenOptions } from './login.js';
export { startTeamsSimulator } from './simulator.js';
export type { Activity, ChannelAccount, ConversationType } from './types.js';
export type { ConversationOptions } from './state.js';
