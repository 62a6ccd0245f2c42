import { createHash } from 'node:crypto';
import type { InboundEvent, Sender } from '@gateway/platform-kit';
import { z } from 'zod';
import { targetsOf } from './address.js';
import { readSubmission } from './dialogs.js';
import { filesOf, type ReadFile } from './files.js';
import { TOKEN_PARAMETER } from './render.js';

/** Workspace add-ons receive events and send replies in another format than other apps. */
export type Format = 'classic' | 'addon';

/** The content of one request. */
export interface Inbound {
  readonly format: Format;
  /** Null when the request is neither a text or file nor a press nor a submission of a person. */
  readonly event: InboundEvent | null;
  /** The thread of the event; null when it has none. */
  readonly thread: string | null;
  /** Whether this is a direct conversation, in which a notice needs no private viewer. */
  readonly isDirect: boolean;
  /** Whether a press must be replied to with a dialog or a notification. */
  readonly wantsDialog: boolean;
  /** The cards of the message with the pressed button. */
  readonly cards: readonly Readonly<Record<string, unknown>>[];
}

// A part of an unknown shape counts as absent: rejecting the request would make Chat show an error to a person.
const maybe = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);
const words = maybe(z.string());
const named = z.object({ name: z.string() });
const person = z.object({ name: z.string().min(1), displayName: words, type: words });
const space = z.object({
  name: z.string(),
  displayName: words,
  type: words,
  spaceType: words,
  singleUserBotDm: maybe(z.boolean()),
});
const annotation = z.object({
  type: words,
  startIndex: maybe(z.number()),
  length: maybe(z.number()),
  userMention: maybe(z.object({ user: maybe(person) })),
});
const message = z.object({
  name: z.string().min(1),
  text: words,
  argumentText: words,
  sender: maybe(person),
  space: maybe(space),
  thread: maybe(named),
  threadReply: maybe(z.boolean()),
  quotedMessageMetadata: maybe(named),
  annotations: maybe(z.array(annotation)),
  cardsV2: maybe(z.array(z.record(z.string(), z.unknown()))),
  attachment: z.unknown().optional(),
});
const common = z.object({ parameters: maybe(z.record(z.string(), z.unknown())), formInputs: z.unknown().optional() });
const payload = z.object({ user: maybe(person), space: maybe(space), message: maybe(message), dialogEventType: words });

const request = z.object({
  type: words,
  eventTime: words,
  dialogEventType: words,
  user: maybe(person),
  space: maybe(space),
  message: maybe(message),
  action: maybe(z.object({ parameters: maybe(z.array(z.object({ key: z.string(), value: words }))) })),
  common: maybe(common),
  commonEventObject: maybe(common),
  chat: maybe(
    z.object({
      user: maybe(person),
      eventTime: words,
      messagePayload: maybe(payload),
      buttonClickedPayload: maybe(payload),
    }),
  ),
});

type Message = z.output<typeof message>;
type Person = z.output<typeof person>;
type Space = z.output<typeof space>;

/** An event of either format. */
interface ParsedEvent {
  readonly format: Format;
  readonly kind: 'text' | 'press' | null;
  readonly user: Person | undefined;
  readonly space: Space | undefined;
  readonly message: Message | undefined;
  readonly eventTime: string | undefined;
  /** `REQUEST_DIALOG`, `SUBMIT_DIALOG` or `CANCEL_DIALOG`; undefined for other presses. */
  readonly dialogEventType: string | undefined;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly formInputs: unknown;
}

/** Parses one request; null when the value is not one. Pure. */
export function parseRequest(value: unknown, readFile: ReadFile): Inbound | null {
  const parsed = request.safeParse(value);
  if (!parsed.success) return null;
  const parsedEvent = parsed.data.chat ? fromAddon(parsed.data) : fromClassic(parsed.data);
  const { format, message, space, dialogEventType } = parsedEvent;
  return {
    format,
    event: eventOf(parsedEvent, readFile),
    wantsDialog: dialogEventType === 'REQUEST_DIALOG',
    thread: message?.thread?.name ?? null,
    isDirect: isDirectMessage(space),
    cards: message?.cardsV2 ?? [],
  };
}

function eventOf(parsedEvent: ParsedEvent, readFile: ReadFile): InboundEvent | null {
  const { kind, dialogEventType } = parsedEvent;
  if (kind !== 'press' || dialogEventType === undefined || dialogEventType === 'REQUEST_DIALOG')
    return readEvent(parsedEvent, readFile);
  return dialogEventType === 'SUBMIT_DIALOG' ? readDialog(parsedEvent) : null;
}

function isDirectMessage(space: Space | undefined): boolean {
  return space?.singleUserBotDm === true || space?.spaceType === 'DIRECT_MESSAGE' || space?.type === 'DM';
}

function fromClassic({ type, user, space, message, eventTime, ...rest }: z.output<typeof request>): ParsedEvent {
  const kinds: Record<string, ParsedEvent['kind']> = { MESSAGE: 'text', CARD_CLICKED: 'press' };
  const { dialogEventType, action, common } = rest;
  const listed = Object.fromEntries((action?.parameters ?? []).map(({ key, value }) => [key, value]));
  const parameters = { ...listed, ...common?.parameters };
  const { formInputs } = common ?? {};
  const kind = kinds[type ?? ''] ?? null;
  return { format: 'classic', kind, user, space, message, eventTime, dialogEventType, parameters, formInputs };
}

function fromAddon({ chat, commonEventObject }: z.output<typeof request>): ParsedEvent {
  const { buttonClickedPayload: pressed, messagePayload: written } = chat ?? {};
  const payload = pressed ?? written;
  return {
    format: 'addon',
    kind: pressed ? 'press' : written ? 'text' : null,
    user: chat?.user ?? payload?.user,
    space: payload?.space,
    message: payload?.message,
    eventTime: chat?.eventTime,
    dialogEventType: payload?.dialogEventType,
    parameters: commonEventObject?.parameters ?? {},
    formInputs: commonEventObject?.formInputs,
  };
}

/** A submitted dialog. Its place is in the parameters: the documentation does not say that the event contains the message. */
function readDialog({ user, space, eventTime, parameters, formInputs }: ParsedEvent): InboundEvent | null {
  const submission = readSubmission(parameters, formInputs);
  if (submission === null || user === undefined) return null;
  const { token, message, thread, values } = submission;
  const place = space?.name ?? spaceOf({ name: message });
  return {
    kind: 'dialog',
    id: shortened(`dialog ${message} ${user.name} ${eventTime ?? JSON.stringify(values)}`),
    targets: targetsOf(place, thread ?? undefined, isDirectMessage(space) ? user.name : undefined),
    chat: { id: place, name: space?.displayName || user.displayName || place },
    sender: { id: user.name, username: null, name: user.displayName || null },
    messageId: message,
    token,
    values,
  };
}

function readEvent(
  { kind, user, space, message, eventTime, parameters }: ParsedEvent,
  readFile: ReadFile,
): InboundEvent | null {
  if (kind === null || message === undefined) return null;
  const by = user ?? (kind === 'text' ? message.sender : undefined);
  if (by === undefined || by.type === 'BOT') return null;
  const place = space?.name ?? message.space?.name ?? spaceOf(message);
  const base = {
    targets: targetsOf(place, message.thread?.name, isDirectMessage(space) ? by.name : undefined),
    chat: { id: place, name: space?.displayName || by.displayName || place },
    sender: { id: by.name, username: null, name: by.displayName || null } satisfies Sender,
    messageId: message.name,
  };
  if (kind === 'press') {
    const token = parameters[TOKEN_PARAMETER];
    if (typeof token !== 'string') return null;
    // Without a time, a second press of the same button has the same id.
    return { kind, id: shortened(`${message.name} ${by.name} ${eventTime ?? token}`), ...base, token };
  }
  const text = textOf(message);
  const sent = filesOf(message.attachment, readFile);
  if (text === '' && sent.files === undefined) return null;
  const thread = message.thread?.name.split('/').pop();
  const common = {
    id: shortened(message.name),
    ...base,
    replyTo: repliedTo(message),
    ...(thread !== undefined && { thread }),
    ...sent,
  };
  return text === '' ? { kind: 'other', ...common } : { kind, text, ...common };
}

/** The text without the mention of the app. */
function textOf({ argumentText, text = '', annotations = [] }: Message): string {
  if (argumentText !== undefined) return argumentText.trim();
  const mention = annotations.find(
    ({ type, startIndex = 0, userMention }) =>
      type === 'USER_MENTION' && startIndex === 0 && userMention?.user?.type === 'BOT',
  );
  return (text.startsWith('@') ? text.slice(mention?.length ?? 0) : text).trim();
}

/** The quoted message, or the thread. The first message of a thread is not a reply. */
function repliedTo({ name, quotedMessageMetadata: quoted, thread, threadReply }: Message): string | null {
  if (quoted) return quoted.name;
  if (!thread || threadReply === false) return null;
  const key = thread.name.slice(thread.name.lastIndexOf('/') + 1);
  return name.endsWith(`/messages/${key}.${key}`) ? null : thread.name;
}

function spaceOf({ name }: Pick<Message, 'name'>): string {
  return name.split('/', 2).join('/');
}

function shortened(id: string): string {
  return id.length <= 255 ? id : createHash('sha256').update(id).digest('hex');
}
