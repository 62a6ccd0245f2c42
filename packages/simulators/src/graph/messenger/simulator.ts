import { createCallLog, type Call, type CallFilter } from '../../common/call-log.js';
import { type Clock, ControlError, systemClock } from '@gateway/sandbox/server';
import { createFaults } from '../../common/faults.js';
import { errorBody, noSuchObject, unknownPath } from '../errors.js';
import type { GraphFault, GraphSimulatorOptions } from '../options.js';
import { startGraphServer, type GraphRequest } from '../server.js';
import { requiredText, textIn } from '../values.js';
import { createWebhook } from '../webhook.js';
import { echo, envelope, fromPerson } from './events.js';
import { acceptMessage } from './send.js';
import {
  createWorld,
  type MessengerMessage,
  type Page,
  type PageOptions,
  type Person,
  type PersonOptions,
} from './world.js';

export interface MessengerSimulatorOptions extends GraphSimulatorOptions {
  page?: PageOptions;
  /** Whether a postback tells a message id, as documented; true unless given. Recorded ones have none. */
  postbackMids?: boolean;
}

/** A person by page-scoped id or object. */
export type PersonRef = string | { psid: string };

export interface WriteOptions {
  person: PersonRef;
  text: string;
  /** Message id that is replied to. */
  replyTo?: string;
}

export interface PressOptions {
  person: PersonRef;
  /** By place or title. */
  button: number | string;
  /** Message id; the newest message with buttons unless given. */
  message?: string;
}

/** A running simulator of the Messenger Platform. */
export interface MessengerSimulator extends Page {
  /** Base URL without a trailing slash, in place of https://graph.facebook.com. */
  url: string;
  appSecret: string;
  verifyToken: string;
  clock: Clock;
  addPage(options?: PageOptions): Page;
  addPerson(options?: PersonOptions): Person;
  /** Sets the app's callback URL; rejects when the address does not answer the challenge. */
  setWebhook(url: string, verifyToken?: string): Promise<void>;
  /** Posts a person's text; resolves with whether the app acknowledged it. */
  writeText(options: WriteOptions): Promise<boolean>;
  /** Several texts of a person in one request. */
  writeTexts(person: PersonRef, texts: readonly string[]): Promise<boolean>;
  /** Presses a button or quick reply; resolves with whether the app acknowledged it. */
  press(options: PressOptions): Promise<boolean>;
  /** Sends any event of a person, and resolves as the others. */
  sendEvent(person: PersonRef, content: object): Promise<boolean>;
  /** Everything that was said, oldest first. */
  messages(person?: PersonRef): MessengerMessage[];
  /** Everything that was sent to the webhook, oldest first. */
  events(): readonly object[];
  /** Sends the newest event of a person once more. */
  redeliver(): Promise<boolean>;
  /** Calls by their edge (`messages`) or `node`. */
  calls(filter?: CallFilter): Call[];
  failNext(method: string, fault: GraphFault): void;
  clearFaults(): void;
  /** The person blocks the page. */
  block(person: PersonRef): void;
  /** From now on the page's token is refused. */
  revokeToken(page?: Page): void;
  close(): Promise<void>;
}

/** Starts a simulator of the Messenger Platform with one page; `close()` it when done. */
export async function startMessengerSimulator(options: MessengerSimulatorOptions = {}): Promise<MessengerSimulator> {
  const clock = options.clock ?? systemClock;
  const appSecret = options.app?.appSecret ?? 'simulated-app-secret-0123456789ab';
  const verifyToken = options.app?.verifyToken ?? 'simulated verify token';
  const world = createWorld(clock);
  const first = world.addPage(options.page);
  const webhook = createWebhook({ appSecret, clock }, options);
  const log = createCallLog();
  const faults = createFaults();
  let newest: object | undefined;

  const personOf = (ref: PersonRef): Person => world.person(typeof ref === 'string' ? ref : ref.psid);

  function handle({ verb, id, edge, fields, files }: GraphRequest, page: Page): object {
    const isPage = id === 'me' || id === page.pageId;
    if (verb === 'GET' && edge === undefined) {
      if (isPage) return { id: page.pageId, name: page.pageName };
      const person = world.people.find(({ psid, pageId }) => psid === id && pageId === page.pageId);
      if (!person) throw noSuchObject(verb, id);
      return { id, name: person.name };
    }
    if (!isPage) throw noSuchObject(verb, id);
    if (verb !== 'POST' || edge !== 'messages') throw unknownPath(`${id}/${edge ?? ''}`);
    const { message, person } = acceptMessage(world, page, fields, files);
    const at = clock.now();
    void webhook.send(envelope(page.pageId, at, [echo(person, at, message)]));
    void webhook.send(
      envelope(page.pageId, at, [fromPerson(person, at, { delivery: { mids: [message.mid], watermark: at } })]),
    );
    return { recipient_id: person.psid, message_id: message.mid };
  }

  function send(person: Person, contents: readonly object[]): Promise<boolean> {
    const at = clock.now();
    newest = envelope(
      person.pageId,
      at,
      contents.map((content) => fromPerson(person, at, content)),
    );
    return webhook.send(newest);
  }

  function said(person: Person, message: Pick<MessengerMessage, 'mid' | 'text' | 'replyTo'>): void {
    person.lastWrote = clock.now();
    world.messages.push({ psid: person.psid, by: 'person', buttons: [], media: null, ...message });
  }

  function textMessage(person: Person, text: string, replyTo?: string): object {
    const mid = world.newMid();
    said(person, { mid, text, replyTo: replyTo ?? null });
    return { message: { mid, text, ...(replyTo !== undefined && { reply_to: { mid: replyTo } }) } };
  }

  const simulator: Omit<MessengerSimulator, 'url' | 'close'> = {
    ...first,
    appSecret,
    verifyToken,
    clock,
    addPage: world.addPage,
    addPerson: world.addPerson,
    setWebhook: (url, token = verifyToken) => webhook.subscribe(url, token),
    writeText: ({ person: ref, text, replyTo }) => {
      const person = personOf(ref);
      return send(person, [textMessage(person, text, replyTo)]);
    },
    writeTexts: (ref, texts) => {
      const person = personOf(ref);
      return send(
        person,
        texts.map((text) => textMessage(person, text)),
      );
    },
    press: ({ person: ref, button, message }) => {
      const person = personOf(ref);
      const { psid } = person;
      const shown = world.messages.findLast(
        ({ mid, psid: chat, buttons }) =>
          chat === psid && buttons.length > 0 && (message === undefined || mid === message),
      );
      const pressed = shown?.buttons.find(({ title }, place) => button === place || button === title);
      if (!shown || !pressed) throw new ControlError(`There is no button ${button} for ${psid}`, 404);
      const { kind, title, payload } = pressed;
      const mid = world.newMid();
      if (kind === 'quick_reply' && world.messages.findLast(({ psid: chat }) => chat === psid) !== shown) {
        throw new ControlError('Quick replies vanish with the next message', 404);
      }
      said(person, { mid, text: title, replyTo: null });
      const content =
        kind === 'quick_reply'
          ? { message: { mid, text: title, quick_reply: { payload } } }
          : { postback: { title, payload, ...(options.postbackMids !== false && { mid }) } };
      return send(person, [content]);
    },
    sendEvent: (person, content) => send(personOf(person), [content]),
    messages: (ref) => {
      const psid = ref === undefined ? undefined : personOf(ref).psid;
      return world.messages.filter((message) => psid === undefined || message.psid === psid);
    },
    events: webhook.events,
    redeliver: () => {
      if (!newest) throw new ControlError('Nobody wrote yet', 404);
      return webhook.repeat(newest);
    },
    calls: log.list,
    failNext: (method, { error, ...fault }) => {
      if (!error) return faults.add(method, fault);
      const { status = 400, headers, ...fields } = error;
      faults.add(method, { ...fault, answer: { status, body: errorBody(fields), ...(headers && { headers }) } });
    },
    clearFaults: faults.clear,
    block: (person) => void (personOf(person).blocked = true),
    revokeToken: (page = first) => void world.revoked.add(page.pageAccessToken),
  };

  const server = await startGraphServer<Page>({
    port: options.port,
    host: options.host,
    clock,
    log,
    faults,
    handle,
    authenticate: (token) =>
      world.revoked.has(token) ? undefined : world.pages.find(({ pageAccessToken }) => pageAccessToken === token),
    nameOf: ({ pageId }) => pageId,
    control: {
      'GET /messages': ({ person }) => simulator.messages(textIn({ person }, 'person')),
      'GET /calls': (input) =>
        simulator.calls({ ...(input['method'] !== undefined && { method: requiredText(input, 'method') }) }),
      'GET /events': () => simulator.events(),
      'POST /people': (input) => simulator.addPerson(input),
      'POST /pages': (input) => simulator.addPage(input),
      'POST /webhook': (input) => simulator.setWebhook(requiredText(input, 'url'), textIn(input, 'verifyToken')),
      'POST /text': async (input) => ({
        acknowledged: await simulator.writeText({
          person: requiredText(input, 'person'),
          text: requiredText(input, 'text'),
          ...(input['replyTo'] !== undefined && { replyTo: requiredText(input, 'replyTo') }),
        }),
      }),
      'POST /press': async (input) => ({
        acknowledged: await simulator.press({
          person: requiredText(input, 'person'),
          button: input['button'] as number | string,
          ...(input['message'] !== undefined && { message: requiredText(input, 'message') }),
        }),
      }),
      'POST /faults': ({ method, ...fault }) => simulator.failNext(requiredText({ method }, 'method'), fault),
      'DELETE /faults': () => simulator.clearFaults(),
      'POST /redeliver': async () => ({ acknowledged: await simulator.redeliver() }),
      'POST /block': (input) => simulator.block(requiredText(input, 'person')),
      'POST /revoke': () => simulator.revokeToken(),
    },
  });
  return {
    ...simulator,
    url: server.url,
    close: async () => {
      webhook.close();
      await server.close();
    },
  };
}
