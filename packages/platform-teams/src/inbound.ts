import { createHash } from 'node:crypto';
import { parseJson, type InboundEvent, type Sender } from '@gateway/platform-kit';
import { isCardAction, type Activity } from './activity.js';
import { rootOf, threadOf } from './conversation.js';
import { nameOf } from './conversations.js';
import { asksForDialog, readSubmission, submitsDialog } from './dialogs.js';
import { filesOf, type ReadFile } from './files.js';
import { field, textField } from './request.js';
import { readText } from './written-text.js';

const MAX_ID_LENGTH = 255;

export interface ActivityParts {
  /** How an operator named the person of a private conversation; null: not at all. */
  readonly target: string | null;
  readonly readFile: ReadFile;
}

/**
 * Parses an activity; null when it is neither a text or file nor a press of a person. The hash of `raw` is the id of an activity without one.
 * Pure.
 */
export function readActivity(
  activity: Activity,
  raw: Uint8Array,
  { target, readFile }: ActivityParts,
): InboundEvent | null {
  const { type, conversation, from } = activity;
  const isPress = isCardAction(activity) || asksForDialog(activity);
  const isRead = type === 'message' || isPress || submitsDialog(activity);
  if (!isRead || !conversation || !from || isBot(activity)) return null;
  const own = activity.id || createHash('sha256').update(raw).digest('hex');
  const root = rootOf(conversation.id);
  const common = {
    id: short(`${own}|${conversation.id}`),
    targets: targetsOf(activity, conversation.id, target),
    chat: { id: root, name: nameOf(activity) ?? from.name ?? root },
    sender: person(from),
  };
  if (submitsDialog(activity)) {
    const submission = readSubmission(activity.value);
    return (
      submission && {
        kind: 'dialog',
        ...common,
        messageId: submission.message,
        token: submission.token,
        values: submission.values,
      }
    );
  }
  const token = tokenOf(activity);
  if (token !== null) {
    const messageId = activity.replyToId || threadOf(conversation.id) || own;
    return { kind: 'press', ...common, messageId, token };
  }
  if (type !== 'message') return null;
  const { text, quoted } = readText(activity);
  const sent = filesOf(activity, readFile);
  if (text === '' && sent.files === undefined) return null;
  const thread = threadOf(conversation.id);
  const replyTo = quoted ?? (activity.replyToId || (thread === own ? undefined : thread)) ?? null;
  const written = { ...common, messageId: own, replyTo, ...(thread !== undefined && { thread }), ...sent };
  return text === '' ? { kind: 'other', ...written } : { kind: 'text', text, ...written };
}

function targetsOf(
  { conversation, from }: Activity,
  id: string,
  person: string | null,
): readonly [string, ...string[]] {
  const isPersonal = conversation?.conversationType === 'personal' || id.startsWith('a:');
  const names = [rootOf(id), ...(isPersonal && from?.aadObjectId ? [`user:${from.aadObjectId}`] : []), person ?? id];
  return [id, ...new Set(names.filter((name) => name !== id))];
}

/** Whether the sender is a bot, whose id starts with 28, or this bot itself. */
function isBot({ from, recipient }: Activity): boolean {
  return (
    from?.role === 'bot' || from?.role === 'skill' || from?.id === recipient?.id || from?.id.startsWith('28:') === true
  );
}

function person({ id, aadObjectId, name }: NonNullable<Activity['from']>): Sender {
  return { id: aadObjectId || id, username: null, name: name || null, ...(aadObjectId && { aliases: [id] }) };
}

/** The button's data are in `value`, with `Action.Execute` in `value.action.data`, with a request for a dialog in `value.data`. */
function tokenOf({ value }: Activity): string | null {
  const submitted = typeof value === 'string' ? parseJson(value) : value;
  const holders = [field(field(submitted, 'action'), 'data'), field(submitted, 'data'), submitted];
  const token = holders.map((holder) => textField(holder, 'token')).find((found) => found !== undefined);
  return token === undefined || token === '' ? null : token;
}

function short(id: string): string {
  return id.length <= MAX_ID_LENGTH ? id : createHash('sha256').update(id).digest('hex');
}
