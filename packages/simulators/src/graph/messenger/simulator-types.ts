import type { GraphPressOptions, GraphSimulator, GraphSimulatorOptions, GraphTextOptions } from '../simulator-types.js';
import type { TemplateOptions } from '../templates.js';
import type { MessengerMessage, Page, PageOptions, Person, PersonOptions } from './state.js';

export interface MessengerSimulatorOptions extends GraphSimulatorOptions {
  page?: PageOptions;
  /** Whether a postback has a message id, as documented; true unless given. Recorded postbacks have none. */
  postbackMids?: boolean;
  /** Whether a delivery has the ids of its messages, true unless given; always has the time up to which all were delivered. */
  deliveryMids?: boolean;
}

/** A person by page-scoped id or object. */
export type PersonRef = string | { psid: string };
export type WriteOptions = GraphTextOptions<PersonRef>;
export type PressOptions = GraphPressOptions<PersonRef>;

/** A running simulator of the Messenger Platform. */
export interface MessengerSimulator extends Page, GraphSimulator<PersonRef, MessengerMessage> {
  addPage(options?: PageOptions): Page;
  addPerson(options?: PersonOptions): Person;
  /** Adds a template with one button to the page. */
  addTemplate(options: TemplateOptions): void;
  /** Posts any event of a person; resolves with whether the app acknowledged it. */
  sendEvent(person: PersonRef, content: object): Promise<boolean>;
  /** The person reads the chat; resolves with whether the app acknowledged it. */
  read(person: PersonRef): Promise<boolean>;
  /** The person blocks the page. */
  block(person: PersonRef): void;
  /** The page's token is refused from now on. */
  revokeToken(page?: Page): void;
}
