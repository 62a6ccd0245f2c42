import { randomBytes } from 'node:crypto';
import { type Clock, ControlError } from '@gateway/sandbox/server';
import { createTemplates } from '../templates.js';

export interface PersonOptions {
  /** Digits; generated unless given. */
  waId?: string;
  name?: string;
  username?: string;
  /** Business-scoped user id. */
  userId?: string;
  /** The person uses a user name and hides the phone number: events carry only the business-scoped id. */
  hidesNumber?: boolean;
  /** False: the person has never written, so the 24-hour window is closed. */
  wrote?: boolean;
}

export interface Person {
  readonly waId: string;
  readonly userId: string;
  readonly name: string;
  readonly username: string | undefined;
  readonly hidesNumber: boolean;
  /** Milliseconds since 1970, by business number. */
  readonly lastWrote: Map<string, number>;
}

export interface PhoneNumberOptions {
  phoneNumberId?: string;
  displayPhoneNumber?: string;
  verifiedName?: string;
  accessToken?: string;
  /** Whether the account may use Direct Send: `no` (default) gets error 100, `blocked` 139200. */
  directSend?: 'yes' | 'no' | 'blocked';
}

export interface PhoneNumber {
  readonly phoneNumberId: string;
  readonly displayPhoneNumber: string;
  readonly verifiedName: string;
  readonly accessToken: string;
  readonly directSend: 'yes' | 'no' | 'blocked';
}

/** One message of a chat between a business number and a person. */
export interface WhatsAppMessage {
  readonly id: string;
  readonly phoneNumberId: string;
  readonly waId: string;
  readonly by: 'business' | 'person';
  readonly type: string;
  /** The visible text: the text, the body above the buttons, or the caption. */
  readonly text: string;
  readonly buttons: readonly { readonly id: string; readonly title: string }[];
  readonly media: {
    readonly kind: string;
    readonly link?: string;
    readonly id?: string;
    readonly filename?: string;
  } | null;
  /** A template, or sent with `category: "utility"` (Direct Send): also outside the window, and a press on its buttons comes as `type: "button"`. */
  readonly isUtility: boolean;
  /** The quoted message. */
  readonly replyTo: string | null;
}

/** Business numbers, people, uploaded files and messages. */
export function createWhatsAppState(clock: Clock) {
  const numbers = new Map<string, PhoneNumber>();
  const people: Person[] = [];
  const messages: WhatsAppMessage[] = [];
  /** `bytes`: of the files of people. */
  const media = new Map<string, { type: string; name: string; size: number; bytes?: Buffer }>();
  const revoked = new Set<string>();

  return {
    clock,
    numbers,
    people,
    messages,
    media,
    revoked,
    templates: createTemplates('QUICK_REPLY'),
    addPhoneNumber(options: PhoneNumberOptions = {}): PhoneNumber {
      const place = numbers.size + 1;
      const number: PhoneNumber = {
        phoneNumberId: options.phoneNumberId ?? `10${String(place).padStart(13, '0')}`,
        displayPhoneNumber: options.displayPhoneNumber ?? `1555010${String(place).padStart(4, '0')}`,
        verifiedName: options.verifiedName ?? `Business ${place}`,
        directSend: options.directSend ?? 'no',
        accessToken: options.accessToken ?? `EAAsim${randomBytes(24).toString('hex')}`,
      };
      numbers.set(number.phoneNumberId, number);
      return number;
    },
    addPerson(options: PersonOptions = {}): Person {
      const place = people.length + 1;
      const person: Person = {
        waId: options.waId ?? `491510000${String(place).padStart(4, '0')}`,
        userId: options.userId ?? `DE.${String(900_000_000_000 + place)}`,
        name: options.name ?? `Person ${place}`,
        username: options.username,
        hidesNumber: options.hidesNumber ?? false,
        lastWrote: new Map(),
      };
      if (options.wrote !== false) for (const id of numbers.keys()) person.lastWrote.set(id, clock.now());
      people.push(person);
      return person;
    },
    /** By phone number, in any format that the API accepts, or by business-scoped id. */
    findPerson(name: string): Person | undefined {
      const digits = name.replace(/[\s()+-]/g, '');
      return people.find((person) => person.waId === digits || person.userId === name);
    },
    person(name: string): Person {
      const found = this.findPerson(name);
      if (!found) throw new ControlError(`No person ${name}`, 404);
      return found;
    },
    newMessageId: () => `wamid.${randomBytes(24).toString('base64')}`,
  };
}

export type WhatsAppState = ReturnType<typeof createWhatsAppState>;
