export * from '../../common/index.js';
export { escapeBody, signBody } from '../body.js';
export type { GraphFault } from '../options.js';
export {
  startWhatsAppSimulator,
  type PersonRef,
  type PressOptions,
  type WhatsAppSimulator,
  type WhatsAppSimulatorOptions,
  type WriteOptions,
} from './simulator.js';
export type { Person, PersonOptions, PhoneNumber, PhoneNumberOptions, WhatsAppMessage } from './world.js';
