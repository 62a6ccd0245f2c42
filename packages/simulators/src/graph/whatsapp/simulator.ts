import { ControlError } from '@gateway/sandbox/server';
import { createGraphApp, findButton, WINDOW_MS } from '../app.js';
import { noSuchObject, unknownPath } from '../errors.js';
import type { GraphRequest } from '../server.js';
import type { GraphFilesOptions } from '../simulator-types.js';
import { requiredText, textIn } from '../values.js';
import { type DeliveryError, envelope, messageChange, statusChange } from './events.js';
import { describeMedia, mediaContent, mediaRouter } from './media.js';
import { acceptMessage } from './send.js';
import type { PersonRef, WhatsAppSimulator, WhatsAppSimulatorOptions, WriteOptions } from './simulator-types.js';
import { createWhatsAppState, type Person, type PhoneNumber, type WhatsAppMessage } from './state.js';
import { acceptUpload } from './upload.js';

const APP_ID = '500000000000001';
export const BUSINESS_ACCOUNT_ID = '200000000000001';

/** Starts a simulator of the WhatsApp Cloud API with one business number; call `close()` at the end. */
export async function startWhatsAppSimulator(options: WhatsAppSimulatorOptions = {}): Promise<WhatsAppSimulator> {
  const app = createGraphApp(options);
  const { clock, webhook } = app;
  const state = createWhatsAppState(clock);
  const first = state.addPhoneNumber(options.phoneNumber);
  const failures: DeliveryError[] = [];
  let url = '';

  const numberOf = (id: string): PhoneNumber => state.numbers.get(id) ?? first;
  const personOf = (ref: PersonRef): Person => state.person(typeof ref === 'string' ? ref : ref.waId);
  const sendChange = (value: object) => webhook.send(envelope([value]));

  function handle({ verb, id, edge, fields, files }: GraphRequest, account: PhoneNumber): object {
    if (verb === 'GET' && id === 'app') return { id: APP_ID };
    if (verb === 'GET' && id === BUSINESS_ACCOUNT_ID && edge === 'subscribed_apps') {
      return {
        data: options.isSubscribed === false ? [] : [{ whatsapp_business_api_data: { id: APP_ID, name: 'App' } }],
      };
    }
    if (verb === 'GET' && id === BUSINESS_ACCOUNT_ID && edge === 'message_templates')
      return state.templates.list(textIn(fields, 'name') ?? '');
    const media = verb === 'GET' && edge === undefined ? describeMedia(state, id, url) : undefined;
    if (media) return media;
    if (id !== account.phoneNumberId) throw noSuchObject(verb, id);
    if (verb === 'GET' && edge === undefined) {
      return { display_phone_number: account.displayPhoneNumber, verified_name: account.verifiedName, id };
    }
    if (verb === 'POST' && edge === 'media') return acceptUpload(state, fields, files);
    if (verb !== 'POST' || edge !== 'messages') throw unknownPath(`${id}/${edge ?? ''}`);
    const { answer, message, person } = acceptMessage(state, account, fields);
    void sendStatus(account, message, person);
    return answer;
  }

  /** Like the real platform, accepts a message that cannot be delivered, and reports the failure afterwards. */
  async function sendStatus(number: PhoneNumber, message: WhatsAppMessage, person: Person | undefined): Promise<void> {
    if (webhook.url === undefined) return;
    const lastWrote = person?.lastWrote.get(number.phoneNumberId);
    const injected = failures.shift();
    const send = (status: 'sent' | 'delivered' | 'failed', error?: DeliveryError) =>
      sendChange(statusChange(number, message, status, clock.now(), error));
    if (injected) {
      await send('failed', injected);
    } else if (person === undefined) {
      await send('failed', { code: 131_026, title: 'Message undeliverable', details: 'Message Undeliverable.' });
    } else if (!message.isUtility && (lastWrote === undefined || clock.now() - lastWrote > WINDOW_MS)) {
      await send('failed', {
        code: 131_047,
        title: 'Re-engagement message',
        details:
          'Message failed to send because more than 24 hours have passed since the customer last replied to this number.',
      });
    } else {
      await send('sent');
      await send('delivered');
    }
  }

  /** Adds a person's message and returns its id. */
  function addPersonMessage(
    { phoneNumberId }: PhoneNumber,
    person: Person,
    fields: Pick<WhatsAppMessage, 'type' | 'text' | 'replyTo'> & Partial<Pick<WhatsAppMessage, 'media'>>,
  ): string {
    const id = state.newMessageId();
    person.lastWrote.set(phoneNumberId, clock.now());
    state.messages.push({
      id,
      phoneNumberId,
      waId: person.waId,
      by: 'person',
      buttons: [],
      media: null,
      isUtility: false,
      ...fields,
    });
    return id;
  }

  function textChange({ person: ref, text, replyTo, to = first }: WriteOptions): object {
    const person = personOf(ref);
    const id = addPersonMessage(to, person, { type: 'text', text, replyTo: replyTo ?? null });
    const context = replyTo === undefined ? {} : { context: { from: to.displayPhoneNumber, id: replyTo } };
    return messageChange(to, person, { ...context, id, type: 'text', text: { body: text } }, clock.now());
  }

  /** One message per file, the first with the text and the reply. */
  async function sendFiles({ person: ref, files, text = '', replyTo }: GraphFilesOptions<PersonRef>): Promise<boolean> {
    const person = personOf(ref);
    let isAcknowledged = true;
    for (const [index, file] of files.entries()) {
      const caption = index === 0 ? text : '';
      const quoted = index === 0 ? (replyTo ?? null) : null;
      const { content, media } = mediaContent(state, file, caption);
      const id = addPersonMessage(first, person, { type: media?.kind ?? '', text: caption, replyTo: quoted, media });
      const context = quoted === null ? {} : { context: { from: first.displayPhoneNumber, id: quoted } };
      const change = messageChange(first, person, { ...context, id, ...content }, clock.now());
      isAcknowledged = (await sendChange(change)) && isAcknowledged;
    }
    return isAcknowledged;
  }

  const simulator: Omit<WhatsAppSimulator, 'url' | 'close'> = {
    ...app.simulator,
    ...first,
    addPhoneNumber: state.addPhoneNumber,
    addPerson: state.addPerson,
    addTemplate: state.templates.add,
    writeText: (written) => sendChange(textChange(written)),
    sendFiles,
    writeTexts: (person, texts) => webhook.send(envelope(texts.map((text) => textChange({ person, text })))),
    press: ({ person: ref, button: choice, message: wanted }) => {
      const person = personOf(ref);
      const { message, button } = findButton(
        state.messages,
        ({ id, waId }) => waId === person.waId && (wanted === undefined || id === wanted),
        choice,
      );
      const number = numberOf(message.phoneNumberId);
      const id = addPersonMessage(number, person, { type: 'interactive', text: button.title, replyTo: message.id });
      const context = { from: number.displayPhoneNumber, id: message.id };
      const content = message.isUtility
        ? { type: 'button', button: { payload: button.id, text: button.title } }
        : { type: 'interactive', interactive: { type: 'button_reply', button_reply: button } };
      return sendChange(messageChange(number, person, { context, id, ...content }, clock.now()));
    },
    sendChange,
    messages: (ref) => {
      const waId = ref === undefined ? undefined : personOf(ref).waId;
      return state.messages.filter((message) => waId === undefined || message.waId === waId);
    },
    failDelivery: (error, times = 1) => void failures.push(...Array.from({ length: times }, () => error)),
    read: (ref) => {
      const { waId } = personOf(ref);
      const shown = state.messages.filter((message) => message.waId === waId && message.by === 'business');
      const changes = shown.map((message) =>
        statusChange(numberOf(message.phoneNumberId), message, 'read', clock.now()),
      );
      return webhook.send(envelope(changes));
    },
    uploads: () => [...state.media.values()].flatMap(({ bytes, ...upload }) => (bytes ? [] : upload)),
    redeliver: () => {
      const newest = webhook.events().findLast((event) => JSON.stringify(event).includes('"messages":[{'));
      if (!newest) throw new ControlError('No event was sent yet', 404);
      return webhook.repeat(newest);
    },
    revokeToken: (number = first) => void state.revoked.add(number.accessToken),
  };

  const accounts = {
    handle,
    files: mediaRouter(state),
    authenticate: (token: string) =>
      state.revoked.has(token)
        ? undefined
        : [...state.numbers.values()].find(({ accessToken }) => accessToken === token),
    nameOf: ({ phoneNumberId }: PhoneNumber) => phoneNumberId,
  };
  const running = await app.listen(simulator, accounts, {
    'POST /people': (input) => {
      const { lastWrote: _, ...person } = simulator.addPerson(input);
      return person;
    },
    'POST /numbers': (input) => simulator.addPhoneNumber(input),
    'POST /templates': (input) => simulator.addTemplate({ ...input, name: requiredText(input, 'name') }),
    'POST /read': async (input) => ({ acknowledged: await simulator.read(requiredText(input, 'person')) }),
    'POST /failed-delivery': (input) =>
      simulator.failDelivery({
        code: Number(input['code'] ?? 131_047),
        title: textIn(input, 'title') ?? 'Re-engagement message',
        details: textIn(input, 'details') ?? 'More than 24 hours have passed since the customer last replied.',
      }),
    'POST /revoke': () => simulator.revokeToken(),
  });
  ({ url } = running);
  return { ...simulator, ...running };
}
