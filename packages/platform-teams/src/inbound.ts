import { createHash } from 'node:crypto';
import type { InboundEvent, Sender } from '@gateway/platform-kit';
import { isCardAction, type Activity } from './activity.js';
import { rootOf, threadOf } from './conversation.js';
import { field, textField } from './request.js';
import { readText } from './written-text.js';

const ID_MAX = 255;

/** What an activity means; null when it concerns nobody. `raw` names it when it carries no id. Pure. */
export function readActivity(activity: Activity, raw: Uint8Array): InboundEvent | null {
  const { type, conversation, from } = activity;
  if ((type !== 'message' && !isCardAction(activity)) || !conversation || !from || isBot(activity)) return null;
  const own = activity.id || createHash('sha256').update(raw).digest('hex');
  const root = rootOf(conversation.id);
  const common = {
    id: short(`${own}|${conversation.id}`),
    targets: (root === conversation.id ? [root] : [conversation.id, root]) as [string, ...string[]],
    ...(conversation.name && { chat: { id: root, name: conversation.name } }),
    sender: person(from),
  };
  const token = tokenOf(activity);
  if (token !== null) {
    const messageId = activity.replyToId || threadOf(conversation.id) || own;
    return { kind: 'press', ...common, messageId, token };
  }
  if (type !== 'message') return null;
  const { text, quoted } = readText(activity);
  if (text === '') return null;
  const thread = threadOf(conversation.id);
  const replyTo = quoted ?? (activity.replyToId || (thread === own ? undefined : thread)) ?? null;
  return { kind: 'text', ...common, messageId: own, text, replyTo };
}

/** Bots are numbered from 28; what this one says must not come back to it. */
function isBot({ from, recipient }: Activity): boolean {
  return (
    from?.role === 'bot' || from?.role === 'skill' || from?.id === recipient?.id || from?.id.startsWith('28:') === true
  );
}

function person({ id, aadObjectId, name }: NonNullable<Activity['from']>): Sender {
  return { id: aadObjectId || id, username: null, name: name || null };
}

/** `Action.Submit` puts the button's data into `value`, `Action.Execute` into `value.action.data`. */
function tokenOf({ value }: Activity): string | null {
  const submitted = typeof value === 'string' ? parsed(value) : value;
  const token = textField(field(field(submitted, 'action'), 'data'), 'token') ?? textField(submitted, 'token');
  return token === undefined || token === '' ? null : token;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function short(id: string): string {
  return id.length <= ID_MAX ? id : createHash('sha256').update(id).digest('hex');
}
