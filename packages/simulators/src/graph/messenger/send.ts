import type { UploadedFile } from '@gateway/sandbox/server';
import { GraphError } from '../errors.js';
import { WINDOW_MS } from '../app.js';
import { listIn, objectIn, textIn, type Fields } from '../values.js';
import type { MessengerMessage, Page, Person, MessengerState } from './state.js';
import { templateContent } from './template.js';

type Content = Pick<MessengerMessage, 'text' | 'buttons' | 'media'>;

/** Checks and stores one message of a page. */
export function acceptMessage(
  state: MessengerState,
  page: Page,
  fields: Fields,
  files: ReadonlyMap<string, UploadedFile>,
): { message: MessengerMessage; person: Person } {
  const psid = textIn(objectIn(fields, 'recipient') ?? {}, 'id');
  if (!psid) throw invalid('(#100) The parameter recipient is required');
  const type = textIn(fields, 'messaging_type') ?? '';
  if (!['RESPONSE', 'UPDATE', 'MESSAGE_TAG', 'UTILITY'].includes(type)) {
    throw invalid('(#100) Param messaging_type must be one of {RESPONSE, UPDATE, MESSAGE_TAG, UTILITY}');
  }
  const given = objectIn(fields, 'message');
  if (!given) throw invalid('(#100) The parameter message is required');
  const utility = type === 'UTILITY' ? objectIn(given, 'template') : undefined;
  const person = reachable(state, page, psid, utility !== undefined);
  const content = utility ? templateContent(state.templates, utility) : contentOf(given, files.get('filedata'));
  const quoted = textIn(objectIn(fields, 'reply_to') ?? {}, 'mid');
  if (quoted !== undefined && !state.messages.some(({ mid, psid: chat }) => mid === quoted && chat === psid)) {
    throw invalid('(#100) Invalid message to reply to');
  }
  const message: MessengerMessage = { mid: state.newMid(), psid, by: 'page', ...content, replyTo: quoted ?? null };
  state.messages.push(message);
  return { message, person };
}

function reachable(state: MessengerState, page: Page, psid: string, isUtility: boolean): Person {
  const person = state.people.find((candidate) => candidate.psid === psid && candidate.pageId === page.pageId);
  if (!person)
    throw new GraphError(400, { message: '(#100) No matching user found', code: 100, error_subcode: 2_018_001 });
  if (person.blocked) {
    throw new GraphError(400, {
      message: "(#551) This person isn't available right now.",
      code: 551,
      error_subcode: 1_545_041,
    });
  }
  if (isUtility) return person;
  if (person.lastWrote === undefined || state.clock.now() - person.lastWrote > WINDOW_MS) {
    throw new GraphError(400, {
      message:
        '(#10) This message is sent outside of allowed window. Learn more about the new policy here: ' +
        'https://developers.facebook.com/docs/messenger-platform/policy-overview',
      code: 10,
      error_subcode: 2_018_278,
    });
  }
  return person;
}

function contentOf(message: Fields, upload: UploadedFile | undefined): Content {
  const quick = (listIn(message, 'quick_replies') ?? []).map(quickReply);
  if (quick.length > 13) throw invalid('(#100) Param message[quick_replies] has too many elements.');
  const attachment = objectIn(message, 'attachment');
  const text = textIn(message, 'text');
  if ((attachment === undefined) === (text === undefined)) {
    throw invalid('(#100) Exactly one of message[text] and message[attachment] must be set');
  }
  if (attachment === undefined)
    return { text: lengthChecked('message[text]', text, 2000), buttons: quick, media: null };
  const kind = textIn(attachment, 'type') ?? '';
  const payload = objectIn(attachment, 'payload') ?? {};
  if (kind === 'template') return template(payload);
  if (!['image', 'video', 'audio', 'file'].includes(kind)) {
    throw invalid('(#100) Param message[attachment][type] must be one of {AUDIO, FILE, IMAGE, TEMPLATE, VIDEO}.');
  }
  const url = textIn(payload, 'url');
  if (url === undefined && upload === undefined) throw invalid('(#100) Upload attachment failure.', 2_018_047);
  const media = url === undefined ? { kind, name: upload?.name ?? '', size: upload?.bytes.length ?? 0 } : { kind, url };
  return { text: '', buttons: quick, media };
}

function template(payload: Fields): Content {
  if (textIn(payload, 'template_type') !== 'button') throw invalid('(#100) This template type is not simulated');
  const text = lengthChecked('payload[text]', textIn(payload, 'text'), 640);
  const given = listIn(payload, 'buttons') ?? [];
  if (given.length < 1 || given.length > 3)
    throw invalid('(#105) param payload[buttons] has too many or too few elements.');
  const buttons = given.map((button) => {
    if (textIn(button, 'type') !== 'postback') throw invalid('(#100) This button type is not simulated');
    return {
      kind: 'template' as const,
      title: lengthChecked('button[title]', textIn(button, 'title'), 20),
      payload: lengthChecked('button[payload]', textIn(button, 'payload'), 1000),
    };
  });
  return { text, buttons, media: null };
}

function quickReply(reply: Fields): MessengerMessage['buttons'][number] {
  if (textIn(reply, 'content_type') !== 'text') throw invalid('(#100) Param content_type must be text');
  return {
    kind: 'quick_reply',
    title: lengthChecked('quick_reply[title]', textIn(reply, 'title'), 20),
    payload: lengthChecked('quick_reply[payload]', textIn(reply, 'payload'), 1000),
  };
}

function lengthChecked(what: string, text: string | undefined, max: number): string {
  if (!text || text.length > max) {
    throw invalid(`(#100) Length of param ${what} must be greater than 0 and less than or equal to ${max}`);
  }
  return text;
}

const invalid = (message: string, subcode?: number) =>
  new GraphError(400, { message, code: 100, ...(subcode !== undefined && { error_subcode: subcode }) });
