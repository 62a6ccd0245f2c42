export * from '../../common/index.js';
export { escapeBody, signBody } from '../body.js';
export type { GraphFault } from '../options.js';
export {
  startMessengerSimulator,
  type MessengerSimulator,
  type MessengerSimulatorOptions,
  type PersonRef,
  type PressOptions,
  type WriteOptions,
} from './simulator.js';
export type { MessengerMessage, Page, PageOptions, Person, PersonOptions } from './world.js';
