export * from '../common/index.js';
export type { AppSettings, TokenChanges } from './delivery.js';
export type { GchatFault, GchatSimulator, GchatSimulatorOptions, Heard, PressOptions, TextOptions } from './handle.js';
export { buttonsOf } from './people.js';
export { startGchatSimulator } from './simulator.js';
export type * as GchatTypes from './types.js';
