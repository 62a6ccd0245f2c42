import { randomBytes } from 'node:crypto';
import { type Clock, ControlError } from '@gateway/sandbox/server';
import { createTemplates } from '../templates.js';

export interface PersonOptions {
  /** Page-scoped id; generated unless given. */
  psid?: string;
  name?: string;
  /** False: the person has never written, so the 24-hour window is closed. */
  wrote?: boolean;
  /** The page they talk to; the first one unless given. */
  page?: { pageId: string };
}

export interface Person {
  readonly psid: string;
  readonly pageId: string;
  readonly name: string;
  /** Milliseconds since 1970. */
  lastWrote: number | undefined;
  blocked: boolean;
}

export interface PageOptions {
  pageId?: string;
  name?: string;
  accessToken?: string;
}

export interface Page {
  readonly pageId: string;
  readonly pageName: string;
  readonly pageAccessToken: string;
}

/** One message of a chat between a page and a person. */
export interface MessengerMessage {
  readonly mid: string;
  readonly psid: string;
  readonly by: 'page' | 'person';
  readonly text: string;
  /** Buttons of a `template` stay; a `quick_reply` disappears with the next message. */
  readonly buttons: readonly {
    readonly kind: 'template' | 'quick_reply';
    readonly title: string;
    readonly payload: string;
  }[];
  readonly media: {
    readonly kind: string;
    readonly url?: string;
    readonly name?: string;
    readonly size?: number;
  } | null;
  readonly replyTo: string | null;
}

/** Pages, people and messages. */
export function createMessengerState(clock: Clock) {
  const pages: Page[] = [];
  const people: Person[] = [];
  const messages: MessengerMessage[] = [];
  const revoked = new Set<string>();
  return {
    clock,
    pages,
    people,
    messages,
    revoked,
    templates: createTemplates('POSTBACK'),
    addPage(options: PageOptions = {}): Page {
      const place = pages.length + 1;
      const page: Page = {
        pageId: options.pageId ?? `30${String(place).padStart(13, '0')}`,
        pageName: options.name ?? `Page ${place}`,
        pageAccessToken: options.accessToken ?? `EAAsim${randomBytes(24).toString('hex')}`,
      };
      pages.push(page);
      return page;
    },
    addPerson(options: PersonOptions = {}): Person {
      const place = people.length + 1;
      const person: Person = {
        psid: options.psid ?? `40${String(place).padStart(14, '0')}`,
        pageId: options.page?.pageId ?? pages[0]?.pageId ?? '',
        name: options.name ?? `Person ${place}`,
        lastWrote: options.wrote === false ? undefined : clock.now(),
        blocked: false,
      };
      people.push(person);
      return person;
    },
    person(psid: string): Person {
      const found = people.find((person) => person.psid === psid);
      if (!found) throw new ControlError(`No person ${psid}`, 404);
      return found;
    },
    newMid: () => `m_${randomBytes(48).toString('base64url')}`,
  };
}

export type MessengerState = ReturnType<typeof createMessengerState>;
