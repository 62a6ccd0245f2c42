import { GraphError } from '../errors.js';
import { listIn, objectIn, textIn, type Fields } from '../values.js';
import type { Person, PhoneNumber, WhatsAppMessage, WhatsAppState } from './state.js';
import { templateContent } from './template.js';

type Content = Pick<WhatsAppMessage, 'text' | 'buttons' | 'media'>;

/** Checks and stores one message of a business. Returns the API's answer, the message and its recipient. */
export function acceptMessage(
  state: WhatsAppState,
  number: PhoneNumber,
  fields: Fields,
): { answer: object; message: WhatsAppMessage; person: Person | undefined } {
  if (textIn(fields, 'messaging_product') !== 'whatsapp') {
    throw invalidParameter('(#100) The parameter messaging_product is required.');
  }
  const recipient = textIn(fields, 'to') ?? textIn(fields, 'recipient');
  if (!recipient) throw invalidParameter('(#100) The parameter to is required.');
  const type = textIn(fields, 'type') ?? 'text';
  const content = contentOf(state, type, objectIn(fields, type));
  const isUtility = checkCategory(number, textIn(fields, 'category')) || type === 'template';
  const person = state.findPerson(recipient);
  const waId = person?.waId ?? recipient.replace(/\D/g, '');
  const quoted = textIn(objectIn(fields, 'context') ?? {}, 'message_id') ?? null;
  const message: WhatsAppMessage = {
    id: state.newMessageId(),
    phoneNumberId: number.phoneNumberId,
    waId,
    by: 'business',
    type,
    ...content,
    isUtility,
    // An unknown message is not quoted, without an error.
    replyTo: state.messages.some(({ id, waId: chat }) => id === quoted && chat === waId) ? quoted : null,
  };
  state.messages.push(message);
  return {
    answer: {
      messaging_product: 'whatsapp',
      contacts: [{ input: recipient, wa_id: waId }],
      messages: [{ id: message.id }],
    },
    message,
    person,
  };
}

/** Direct Send: a free message with a category. Only eligible accounts may use it. */
function checkCategory({ directSend }: PhoneNumber, category: string | undefined): boolean {
  if (category === undefined) return false;
  if (category !== 'utility') throw invalidParameter('(#100) Param category must be one of {utility}');
  if (directSend === 'no') throw invalidParameter('(#100) Unexpected key "category" on param.');
  if (directSend === 'blocked') {
    throw new GraphError(400, { message: '(#139200) Direct Send is blocked for this account', code: 139_200 });
  }
  return true;
}

function contentOf(state: WhatsAppState, type: string, content: Fields | undefined): Content {
  if (content === undefined) throw invalidParameter(`(#100) The parameter ${type} is required.`);
  if (type === 'text') {
    return { text: lengthChecked('text.body', textIn(content, 'body'), 4096), buttons: [], media: null };
  }
  if (type === 'interactive') return interactive(state, content);
  if (type === 'template') return templateContent(state.templates, content);
  if (type === 'image' || type === 'video' || type === 'document') {
    const caption = textIn(content, 'caption') ?? '';
    if (caption.length > 1024) throw badValue(`Caption length invalid. Max length: 1024`);
    return { text: caption, buttons: [], media: mediaOf(state, type, content) };
  }
  throw invalidParameter(
    `(#100) Param type must be one of {AUDIO, CONTACTS, DOCUMENT, IMAGE, INTERACTIVE, TEMPLATE, TEXT, VIDEO} - got "${type}".`,
  );
}

function interactive(state: WhatsAppState, content: Fields): Content {
  if (textIn(content, 'type') !== 'button') throw badValue('Interactive type is not simulated');
  const text = lengthChecked('Body text', textIn(objectIn(content, 'body') ?? {}, 'text'), 1024);
  const given = listIn(objectIn(content, 'action') ?? {}, 'buttons') ?? [];
  if (given.length < 1 || given.length > 3)
    throw badValue('Invalid buttons count. Min allowed buttons: 1, Max allowed buttons: 3');
  const buttons = given.map((button) => {
    const reply = objectIn(button, 'reply') ?? {};
    return {
      id: lengthChecked('Button id', textIn(reply, 'id'), 256),
      title: lengthChecked('Button title', textIn(reply, 'title'), 20),
    };
  });
  for (const key of ['id', 'title'] as const) {
    if (new Set(buttons.map((button) => button[key])).size < buttons.length)
      throw badValue(`Duplicated ${key} are not allowed`);
  }
  const header = objectIn(content, 'header');
  const kind = textIn(header ?? {}, 'type');
  if (header === undefined || kind === undefined) return { text, buttons, media: null };
  if (kind === 'text')
    return { text: `${lengthChecked('Header text', textIn(header, 'text'), 60)}\n${text}`, buttons, media: null };
  return { text, buttons, media: mediaOf(state, kind, objectIn(header, kind) ?? {}) };
}

function mediaOf(state: WhatsAppState, kind: string, content: Fields): WhatsAppMessage['media'] {
  const [link, id, filename] = ['link', 'id', 'filename'].map((name) => textIn(content, name));
  if ((link === undefined) === (id === undefined)) throw badValue(`${kind}: exactly one of link and id is required`);
  if (link !== undefined && !/^https?:\/\//.test(link)) throw badValue(`${kind}.link is no valid URL`);
  if (id !== undefined && !state.media.has(id)) throw badValue(`Media ID ${id} was not found`);
  return {
    kind,
    ...(link !== undefined && { link }),
    ...(id !== undefined && { id }),
    ...(filename !== undefined && { filename }),
  };
}

function lengthChecked(what: string, text: string | undefined, max: number): string {
  if (!text || text.length > max) throw badValue(`${what} length invalid. Min length: 1, Max length: ${max}`);
  return text;
}

const invalidParameter = (message: string) => new GraphError(400, { message, code: 100 });

const badValue = (details: string) =>
  new GraphError(400, { message: '(#131009) Parameter value is not valid', code: 131_009, details });
