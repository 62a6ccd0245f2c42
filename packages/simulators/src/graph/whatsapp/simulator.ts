import { createCallLog, type Call, type CallFilter } from '../../common/call-log.js';
import { type Clock, ControlError, systemClock } from '@gateway/sandbox/server';
import { createFaults } from '../../common/faults.js';
import { errorBody, noSuchObject, unknownPath } from '../errors.js';
import { WINDOW_MS, type GraphFault, type GraphSimulatorOptions } from '../options.js';
import { startGraphServer, type GraphRequest } from '../server.js';
import { requiredText, textIn } from '../values.js';
import { createWebhook } from '../webhook.js';
import { envelope, messageChange, statusChange } from './events.js';
import { acceptMessage } from './send.js';
import { acceptUpload } from './upload.js';
import {
  createWorld,
  type Person,
  type PersonOptions,
  type PhoneNumber,
  type PhoneNumberOptions,
  type WhatsAppMessage,
} from './world.js';

export interface WhatsAppSimulatorOptions extends GraphSimulatorOptions {
  phoneNumber?: PhoneNumberOptions;
}

/** A person by phone number or object. */
export type PersonRef = string | { waId: string };

export interface WriteOptions {
  person: PersonRef;
  text: string;
  /** Message id that is replied to. */
  replyTo?: string;
  /** To which business number; the first one unless given. */
  to?: PhoneNumber;
}

export interface PressOptions {
  person: PersonRef;
  /** By place or title. */
  button: number | string;
  /** Message id; the newest message with buttons unless given. */
  message?: string;
}

/** A running simulator of the WhatsApp Cloud API. */
export interface WhatsAppSimulator extends PhoneNumber {
  /** Base URL without a trailing slash, in place of https://graph.facebook.com. */
  url: string;
  appSecret: string;
  verifyToken: string;
  clock: Clock;
  addPhoneNumber(options?: PhoneNumberOptions): PhoneNumber;
  addPerson(options?: PersonOptions): Person;
  /** Sets the app's callback URL; rejects when the address does not answer the challenge. */
  setWebhook(url: string, verifyToken?: string): Promise<void>;
  /** Posts a person's text; resolves with whether the app acknowledged it. */
  writeText(options: WriteOptions): Promise<boolean>;
  /** Several texts of a person in one request. */
  writeTexts(person: PersonRef, texts: readonly string[]): Promise<boolean>;
  /** Presses a reply button; resolves with whether the app acknowledged it. */
  press(options: PressOptions): Promise<boolean>;
  /** Sends any change of the field `messages`, and resolves as the others. */
  sendChange(value: object): Promise<boolean>;
  /** Everything that was said, oldest first. */
  messages(person?: PersonRef): WhatsAppMessage[];
  uploads(): { type: string; name: string; size: number }[];
  /** Everything that was sent to the webhook, oldest first. */
  events(): readonly object[];
  /** Sends the newest event with a message once more. */
  redeliver(): Promise<boolean>;
  /** Calls by their edge (`messages`, `media`) or `node`. */
  calls(filter?: CallFilter): Call[];
  failNext(method: string, fault: GraphFault): void;
  clearFaults(): void;
  /** From now on the number's token is refused. */
  revokeToken(number?: PhoneNumber): void;
  close(): Promise<void>;
}

/** Starts a simulator of the WhatsApp Cloud API with one business number; `close()` it when done. */
export async function startWhatsAppSimulator(options: WhatsAppSimulatorOptions = {}): Promise<WhatsAppSimulator> {
  const clock = options.clock ?? systemClock;
  const appSecret = options.app?.appSecret ?? 'simulated-app-secret-0123456789ab';
  const verifyToken = options.app?.verifyToken ?? 'simulated verify token';
  const world = createWorld(clock);
  const first = world.addPhoneNumber(options.phoneNumber);
  const webhook = createWebhook({ appSecret, clock }, options);
  const log = createCallLog();
  const faults = createFaults();

  const numberOf = (id: string): PhoneNumber => world.numbers.get(id) ?? first;
  const personOf = (ref: PersonRef): Person => world.person(typeof ref === 'string' ? ref : ref.waId);
  const sendChange = (value: object) => webhook.send(envelope([value]));

  function handle({ verb, id, edge, fields, files }: GraphRequest, account: PhoneNumber): object {
    if (id !== account.phoneNumberId) throw noSuchObject(verb, id);
    if (verb === 'GET' && edge === undefined) {
      return { display_phone_number: account.displayPhoneNumber, verified_name: account.verifiedName, id };
    }
    if (verb === 'POST' && edge === 'media') return acceptUpload(world, fields, files);
    if (verb !== 'POST' || edge !== 'messages') throw unknownPath(`${id}/${edge ?? ''}`);
    const { answer, message, person } = acceptMessage(world, account, fields);
    void tellFate(account, message, person);
    return answer;
  }

  /** As on the real platform, a message that cannot be delivered is accepted first and reported afterwards. */
  async function tellFate(number: PhoneNumber, message: WhatsAppMessage, person: Person | undefined): Promise<void> {
    if (webhook.url === undefined) return;
    const lastWrote = person?.lastWrote.get(number.phoneNumberId);
    const tell = (status: 'sent' | 'delivered' | 'failed', error?: Parameters<typeof statusChange>[4]) =>
      sendChange(statusChange(number, message, status, clock.now(), error));
    if (person === undefined) {
      await tell('failed', { code: 131_026, title: 'Message undeliverable', details: 'Message Undeliverable.' });
    } else if (lastWrote === undefined || clock.now() - lastWrote > WINDOW_MS) {
      await tell('failed', {
        code: 131_047,
        title: 'Re-engagement message',
        details:
          'Message failed to send because more than 24 hours have passed since the customer last replied to this number.',
      });
    } else {
      await tell('sent');
      await tell('delivered');
    }
  }

  function said(
    number: PhoneNumber,
    person: Person,
    fields: Pick<WhatsAppMessage, 'type' | 'text' | 'replyTo'>,
    id: string,
  ): void {
    const { phoneNumberId } = number;
    person.lastWrote.set(phoneNumberId, clock.now());
    world.messages.push({ id, phoneNumberId, waId: person.waId, by: 'person', buttons: [], media: null, ...fields });
  }

  function textChange({ person: ref, text, replyTo, to = first }: WriteOptions): object {
    const person = personOf(ref);
    const id = world.newMessageId();
    said(to, person, { type: 'text', text, replyTo: replyTo ?? null }, id);
    const context = replyTo === undefined ? {} : { context: { from: to.displayPhoneNumber, id: replyTo } };
    return messageChange(to, person, { ...context, id, type: 'text', text: { body: text } }, clock.now());
  }

  const simulator: Omit<WhatsAppSimulator, 'url' | 'close'> = {
    ...first,
    appSecret,
    verifyToken,
    clock,
    addPhoneNumber: world.addPhoneNumber,
    addPerson: world.addPerson,
    setWebhook: (url, token = verifyToken) => webhook.subscribe(url, token),
    writeText: (written) => sendChange(textChange(written)),
    writeTexts: (person, texts) => webhook.send(envelope(texts.map((text) => textChange({ person, text })))),
    press: ({ person: ref, button, message }) => {
      const person = personOf(ref);
      const shown = world.messages.findLast(
        ({ id, waId, buttons }) =>
          waId === person.waId && buttons.length > 0 && (message === undefined || id === message),
      );
      const pressed = shown?.buttons.find(({ title }, place) => button === place || button === title);
      if (!shown || !pressed) throw new ControlError(`There is no button ${button} for ${person.waId}`, 404);
      const number = numberOf(shown.phoneNumberId);
      const id = world.newMessageId();
      said(number, person, { type: 'interactive', text: pressed.title, replyTo: shown.id }, id);
      const interactive = { type: 'button_reply', button_reply: pressed };
      const context = { from: number.displayPhoneNumber, id: shown.id };
      return sendChange(messageChange(number, person, { context, id, type: 'interactive', interactive }, clock.now()));
    },
    sendChange,
    messages: (ref) => {
      const waId = ref === undefined ? undefined : personOf(ref).waId;
      return world.messages.filter((message) => waId === undefined || message.waId === waId);
    },
    uploads: () => [...world.media.values()],
    events: webhook.events,
    redeliver: () => {
      const newest = webhook.events().findLast((event) => JSON.stringify(event).includes('"messages":[{'));
      if (!newest) throw new ControlError('Nothing was sent yet', 404);
      return webhook.repeat(newest);
    },
    calls: log.list,
    failNext: (method, { error, ...fault }) => {
      if (!error) return faults.add(method, fault);
      const { status = 400, headers, ...fields } = error;
      faults.add(method, { ...fault, answer: { status, body: errorBody(fields), ...(headers && { headers }) } });
    },
    clearFaults: faults.clear,
    revokeToken: (number = first) => void world.revoked.add(number.accessToken),
  };

  const server = await startGraphServer<PhoneNumber>({
    port: options.port,
    host: options.host,
    clock,
    log,
    faults,
    handle,
    authenticate: (token) =>
      world.revoked.has(token)
        ? undefined
        : [...world.numbers.values()].find(({ accessToken }) => accessToken === token),
    nameOf: ({ phoneNumberId }) => phoneNumberId,
    control: {
      'GET /messages': ({ person }) => simulator.messages(textIn({ person }, 'person')),
      'GET /calls': (input) =>
        simulator.calls({ ...(input['method'] !== undefined && { method: requiredText(input, 'method') }) }),
      'GET /events': () => simulator.events(),
      'POST /people': (input) => {
        const { lastWrote: _, ...person } = simulator.addPerson(input);
        return person;
      },
      'POST /numbers': (input) => simulator.addPhoneNumber(input),
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
