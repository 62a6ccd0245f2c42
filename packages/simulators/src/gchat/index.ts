export * from '../common/index.js';
export type { AppSettings, TokenChanges } from './delivery.js';
export type {
  GchatFault,
  GchatSimulator,
  GchatSimulatorOptions,
  AppReaction,
  PressOptions,
  SubmitOptions,
  TextOptions,
} from './simulator-types.js';
export type { Notification, ShownDialog } from './dialogs.js';
export { buttonsOf } from './user-actions.js';
export { startGchatSimulator } from './simulator.js';
export type * as GchatTypes from './types.js';
