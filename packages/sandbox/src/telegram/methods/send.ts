import { badRequest } from '../errors.js';
import { readCaption, readText } from '../formatting.js';
import { readKeyboard } from '../keyboard.js';
import { readMedia } from '../media.js';
import { addPost, type Conversation } from '../conversation.js';
import type { Formatted, Message } from '../types.js';
import type { Invocation, Method } from './method.js';

export const sendMessage: Method = (invocation) => {
  const { text, entities } = readText(invocation.params);
  return send(invocation, { text, ...(entities.length > 0 && { entities }) });
};

export const sendPhoto: Method = async (invocation) => {
  const { state, bot, params, fetchUrls } = invocation;
  const caption = captionOf(readCaption(params));
  // Access is checked before a file is fetched.
  state.findWritable(bot, params.text('chat_id'));
  const { file_id, file_unique_id, width, height, bytes } = await readMedia(state, params, 'photo', fetchUrls);
  return send(invocation, { photo: [{ file_id, file_unique_id, width, height, file_size: bytes.length }], ...caption });
};

export const sendDocument: Method = async (invocation) => {
  const { state, bot, params, fetchUrls } = invocation;
  const caption = captionOf(readCaption(params));
  state.findWritable(bot, params.text('chat_id'));
  const { file_id, file_unique_id, name, type, bytes } = await readMedia(state, params, 'document', fetchUrls);
  return send(invocation, {
    document: { file_id, file_unique_id, file_name: name, mime_type: type, file_size: bytes.length },
    ...caption,
  });
};

const captionOf = ({ text, entities }: Formatted): Partial<Message> => ({
  ...(text !== '' && { caption: text }),
  ...(entities.length > 0 && { caption_entities: entities }),
});

function send({ state, bot, params, limits }: Invocation, content: Partial<Message>): Message {
  const keyboard = readKeyboard(params);
  const conversation = state.findWritable(bot, params.text('chat_id'));
  const thread = readThread(params.integer('message_thread_id'), conversation);
  const reply = readReply(params, conversation);
  limits?.spend(bot.me.id, conversation);
  const { message } = addPost(
    conversation,
    {
      date: state.now(),
      ...(conversation.chat.type === 'channel' ? { sender_chat: conversation.chat } : { from: identity(bot.me) }),
      ...thread,
      ...(reply && { reply_to_message: reply }),
      ...content,
      ...(keyboard && { reply_markup: keyboard }),
    },
    bot.me.id,
  );
  state.watch.emit({ kind: 'message', message });
  return message;
}

const identity = ({
  id,
  is_bot,
  first_name,
  username,
}: {
  id: number;
  is_bot: boolean;
  first_name: string;
  username: string;
}) => ({
  id,
  is_bot,
  first_name,
  username,
});

function readThread(thread: number | undefined, { group, chat }: Conversation): Partial<Message> {
  // The General topic has id 1 and is not named in the message.
  if (thread === undefined || (thread === 1 && chat.is_forum)) return {};
  if (!group?.topics.has(thread)) throw badRequest('message thread not found');
  return { message_thread_id: thread, is_topic_message: true };
}

function readReply(params: Invocation['params'], conversation: Conversation): Message | undefined {
  const given = params.json('reply_parameters', "can't parse reply parameters JSON object") as
    | { message_id?: number | string; allow_sending_without_reply?: boolean }
    | undefined;
  const old = params.integer('reply_to_message_id');
  const wanted = given ?? (old === undefined ? undefined : { message_id: old });
  if (!wanted) return undefined;
  if (wanted.message_id === undefined) throw badRequest('can\'t find field "message_id"');
  const found = conversation.posts.get(Number(wanted.message_id));
  if (found) {
    // As in the Bot API, a quoted message does not contain its own quoted message.
    const { reply_to_message: _, ...message } = found.message;
    return message;
  }
  if (wanted.allow_sending_without_reply || params.flag('allow_sending_without_reply')) return undefined;
  throw badRequest('message to be replied not found');
}
