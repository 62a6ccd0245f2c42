import type { GraphPressOptions, GraphSimulator, GraphSimulatorOptions, GraphTextOptions } from '../simulator-types.js';
import type { TemplateOptions } from '../templates.js';
import type { DeliveryError } from './events.js';
import type { Person, PersonOptions, PhoneNumber, PhoneNumberOptions, WhatsAppMessage } from './state.js';

export interface WhatsAppSimulatorOptions extends GraphSimulatorOptions {
  phoneNumber?: PhoneNumberOptions;
  /** Whether the app gets the events of the business account, true unless given. Only the answer to the question depends on it. */
  isSubscribed?: boolean;
}

/** A person by phone number or object. */
export type PersonRef = string | { waId: string };
export interface WriteOptions extends GraphTextOptions<PersonRef> {
  /** The business number; the first one unless given. */
  to?: PhoneNumber;
}
export type PressOptions = GraphPressOptions<PersonRef>;

/** A running simulator of the WhatsApp Cloud API. */
export interface WhatsAppSimulator extends PhoneNumber, GraphSimulator<PersonRef, WhatsAppMessage, WriteOptions> {
  addPhoneNumber(options?: PhoneNumberOptions): PhoneNumber;
  addPerson(options?: PersonOptions): Person;
  /** Adds a template with one button to the business account. */
  addTemplate(options: TemplateOptions): void;
  /** Posts any change of the field `messages`; resolves with whether the app acknowledged it. */
  sendChange(value: object): Promise<boolean>;
  /** The next messages (`times`, 1 unless given) are accepted and reported as `failed`. */
  failDelivery(error: DeliveryError, times?: number): void;
  /** The person reads the chat; resolves with whether the app acknowledged it. */
  read(person: PersonRef): Promise<boolean>;
  uploads(): { type: string; name: string; size: number }[];
  /** The number's token is refused from now on. */
  revokeToken(number?: PhoneNumber): void;
}
