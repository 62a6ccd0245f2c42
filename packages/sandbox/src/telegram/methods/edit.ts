import { badRequest } from '../errors.js';
import { readCaption, readText } from '../formatting.js';
import { readKeyboard } from '../keyboard.js';
import { noteShown, type Posted } from '../conversation.js';
import type { Message } from '../types.js';
import type { Invocation, Method } from './method.js';

const NOT_MODIFIED =
  'message is not modified: specified new message content and reply markup are exactly the same as a current content ' +
  'and reply markup of the message';

export const editMessageText: Method = (invocation) => {
  const { text, entities } = readText(invocation.params);
  const keyboard = readKeyboard(invocation.params);
  const posted = findOwn(invocation);
  if (posted.message.text === undefined) throw badRequest('there is no text in the message to edit');
  return change(invocation, posted, { text, entities, reply_markup: keyboard });
};

export const editMessageCaption: Method = (invocation) => {
  const { text, entities } = readCaption(invocation.params);
  const keyboard = readKeyboard(invocation.params);
  const posted = findOwn(invocation);
  if (posted.message.text !== undefined) throw badRequest('there is no caption in the message to edit');
  return change(invocation, posted, {
    caption: text === '' ? undefined : text,
    caption_entities: entities,
    reply_markup: keyboard,
  });
};

export const editMessageReplyMarkup: Method = (invocation) => {
  const keyboard = readKeyboard(invocation.params);
  return change(invocation, findOwn(invocation), { reply_markup: keyboard });
};

export const deleteMessage: Method = ({ state, bot, params }) => {
  const conversation = state.findWritable(bot, params.text('chat_id'));
  const posted = conversation.posts.get(messageId(params));
  if (!posted) throw badRequest('message to delete not found');
  const mayDelete =
    posted.botId === bot.me.id || !conversation.group || conversation.group.members.get(bot.me.id) === 'administrator';
  if (!mayDelete) throw badRequest("message can't be deleted");
  conversation.posts.delete(posted.message.message_id);
  state.watch.emit({ kind: 'delete', message: posted.message });
  return true;
};

function findOwn({ state, bot, params }: Invocation): Posted {
  if (params.text('inline_message_id') !== '') throw badRequest('MESSAGE_ID_INVALID');
  const conversation = state.findWritable(bot, params.text('chat_id'));
  const posted = conversation.posts.get(messageId(params));
  if (!posted) throw badRequest('message to edit not found');
  if (posted.botId !== bot.me.id) throw badRequest("message can't be edited");
  return posted;
}

function messageId(params: Invocation['params']): number {
  const id = params.integer('message_id');
  if (id === undefined) throw badRequest('message identifier is not specified');
  return id;
}

type Changes = {
  [Key in 'text' | 'entities' | 'caption' | 'caption_entities' | 'reply_markup']?: Message[Key] | undefined;
};

/** Replaces the given fields; an undefined or empty one is removed. */
function change({ state }: Invocation, posted: Posted, changes: Changes): Message {
  const before = posted.message;
  const after: Message = { ...before };
  let modified = false;
  for (const [key, value] of Object.entries(changes) as [keyof Changes, unknown][]) {
    const next = Array.isArray(value) && value.length === 0 ? undefined : value;
    modified ||= JSON.stringify(before[key]) !== JSON.stringify(next);
    if (next === undefined) delete after[key];
    else Object.assign(after, { [key]: next });
  }
  if (!modified) throw badRequest(NOT_MODIFIED);
  posted.message = { ...after, edit_date: state.now() };
  noteShown(posted);
  state.watch.emit({ kind: 'edit', message: posted.message });
  return posted.message;
}
