import { ControlError } from '@gateway/sandbox/server';
import { createGraphApp, findButton } from '../app.js';
import { noSuchObject, unknownPath } from '../errors.js';
import type { GraphRequest } from '../server.js';
import { requiredText, textIn } from '../values.js';
import { createAttachments } from './attachments.js';
import { echo, envelope, fromPerson } from './events.js';
import { acceptMessage } from './send.js';
import type { MessengerSimulator, MessengerSimulatorOptions, PersonRef } from './simulator-types.js';
import { createMessengerState, type MessengerMessage, type Page, type Person } from './state.js';

/** Starts a simulator of the Messenger Platform with one page; call `close()` at the end. */
export async function startMessengerSimulator(options: MessengerSimulatorOptions = {}): Promise<MessengerSimulator> {
  const app = createGraphApp(options);
  const { clock, webhook } = app;
  const state = createMessengerState(clock);
  const first = state.addPage(options.page);
  const attachments = createAttachments();
  let newestEvent: object | undefined;
  let url = '';

  const personOf = (ref: PersonRef): Person => state.person(typeof ref === 'string' ? ref : ref.psid);

  function handle({ verb, id, edge, fields, files }: GraphRequest, page: Page): object {
    const isPage = id === 'me' || id === page.pageId;
    if (verb === 'GET' && edge === undefined) {
      if (isPage) return { id: page.pageId, name: page.pageName };
      const person = state.people.find(({ psid, pageId }) => psid === id && pageId === page.pageId);
      if (!person) throw noSuchObject(verb, id);
      return { id, name: person.name };
    }
    if (!isPage) throw noSuchObject(verb, id);
    if (verb === 'GET' && edge === 'message_templates') return state.templates.list(textIn(fields, 'name') ?? '');
    if (verb !== 'POST' || edge !== 'messages') throw unknownPath(`${id}/${edge ?? ''}`);
    const { message, person } = acceptMessage(state, page, fields, files);
    const at = clock.now();
    void webhook.send(envelope(page.pageId, at, [echo(person, at, message)]));
    const delivery = { ...(options.deliveryMids !== false && { mids: [message.mid] }), watermark: at };
    void webhook.send(envelope(page.pageId, at, [fromPerson(person, at, { delivery })]));
    return { recipient_id: person.psid, message_id: message.mid };
  }

  function send(person: Person, contents: readonly object[]): Promise<boolean> {
    const at = clock.now();
    newestEvent = envelope(
      person.pageId,
      at,
      contents.map((content) => fromPerson(person, at, content)),
    );
    return webhook.send(newestEvent);
  }

  function addPersonMessage(person: Person, message: Pick<MessengerMessage, 'mid' | 'text' | 'replyTo'>): void {
    person.lastWrote = clock.now();
    state.messages.push({ psid: person.psid, by: 'person', buttons: [], media: null, ...message });
  }

  function textMessage(person: Person, text: string, replyTo?: string, content: object = {}): object {
    const mid = state.newMid();
    addPersonMessage(person, { mid, text, replyTo: replyTo ?? null });
    const said = text === '' ? {} : { text };
    return { message: { mid, ...said, ...content, ...(replyTo !== undefined && { reply_to: { mid: replyTo } }) } };
  }

  const simulator: Omit<MessengerSimulator, 'url' | 'close'> = {
    ...app.simulator,
    ...first,
    addPage: state.addPage,
    addPerson: state.addPerson,
    addTemplate: state.templates.add,
    writeText: ({ person: ref, text, replyTo }) => {
      const person = personOf(ref);
      return send(person, [textMessage(person, text, replyTo)]);
    },
    sendFiles: ({ person: ref, files, text = '', replyTo }) => {
      const person = personOf(ref);
      const sent = files.map((file) => attachments.add(file, url));
      return send(person, [textMessage(person, text, replyTo, { attachments: sent })]);
    },
    writeTexts: (ref, texts) => {
      const person = personOf(ref);
      return send(
        person,
        texts.map((text) => textMessage(person, text)),
      );
    },
    press: ({ person: ref, button: choice, message: wanted }) => {
      const person = personOf(ref);
      const inChat = state.messages.filter(({ psid }) => psid === person.psid);
      const matches = ({ mid }: MessengerMessage) => wanted === undefined || mid === wanted;
      const { message, button } = findButton(inChat, matches, choice);
      const { kind, title, payload } = button;
      if (kind === 'quick_reply' && inChat.at(-1) !== message) {
        throw new ControlError('Quick replies disappear with the next message', 404);
      }
      const mid = state.newMid();
      addPersonMessage(person, { mid, text: title, replyTo: null });
      const content =
        kind === 'quick_reply'
          ? { message: { mid, text: title, quick_reply: { payload } } }
          : { postback: { title, payload, ...(options.postbackMids !== false && { mid }) } };
      return send(person, [content]);
    },
    sendEvent: (person, content) => send(personOf(person), [content]),
    messages: (ref) => {
      const psid = ref === undefined ? undefined : personOf(ref).psid;
      return state.messages.filter((message) => psid === undefined || message.psid === psid);
    },
    redeliver: () => {
      if (!newestEvent) throw new ControlError('No event was sent yet', 404);
      return webhook.repeat(newestEvent);
    },
    read: (ref) => {
      const person = personOf(ref);
      const at = clock.now();
      return webhook.send(envelope(person.pageId, at, [fromPerson(person, at, { read: { watermark: at } })]));
    },
    block: (person) => void (personOf(person).blocked = true),
    revokeToken: (page = first) => void state.revoked.add(page.pageAccessToken),
  };

  const accounts = {
    handle,
    files: attachments.router,
    authenticate: (token: string) =>
      state.revoked.has(token) ? undefined : state.pages.find(({ pageAccessToken }) => pageAccessToken === token),
    nameOf: ({ pageId }: Page) => pageId,
  };
  const running = await app.listen(simulator, accounts, {
    'POST /people': (input) => simulator.addPerson(input),
    'POST /pages': (input) => simulator.addPage(input),
    'POST /templates': (input) => simulator.addTemplate({ ...input, name: requiredText(input, 'name') }),
    'POST /read': async (input) => ({ acknowledged: await simulator.read(requiredText(input, 'person')) }),
    'POST /block': (input) => simulator.block(requiredText(input, 'person')),
    'POST /revoke': () => simulator.revokeToken(),
  });
  ({ url } = running);
  return { ...simulator, ...running };
}
