export * from '../../common/index.js';
export { escapeBody, signBody } from '../body.js';
export type { GraphFault } from '../simulator-types.js';
export type { TemplateOptions } from '../templates.js';
export { startMessengerSimulator } from './simulator.js';
export type {
  MessengerSimulator,
  MessengerSimulatorOptions,
  PersonRef,
  PressOptions,
  WriteOptions,
} from './simulator-types.js';
export type { MessengerMessage, Page, PageOptions, Person, PersonOptions } from './state.js';
