export * from '../../common/index.js';
export { escapeBody, signBody } from '../body.js';
export type { GraphFault } from '../simulator-types.js';
export type { TemplateOptions } from '../templates.js';
export { BUSINESS_ACCOUNT_ID, startWhatsAppSimulator } from './simulator.js';
export type {
  PersonRef,
  PressOptions,
  WhatsAppSimulator,
  WhatsAppSimulatorOptions,
  WriteOptions,
} from './simulator-types.js';
export type { Person, PersonOptions, PhoneNumber, PhoneNumberOptions, WhatsAppMessage } from './state.js';
