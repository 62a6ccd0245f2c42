import { PlatformError } from '@gateway/platform-kit';

/** A chat id (`123`, `-100123`), a topic of a chat (`-100123:45`) or a public name (`@name`). */
export const TARGET_PATTERN = '^(?:-?[0-9]{1,16}(?::[0-9]{1,10})?|@[A-Za-z][A-Za-z0-9_]{3,31})$';

/** The topic "General" of every forum. Messages in it have no thread id, and requests must not send one. */
export const GENERAL_TOPIC = 1;

export interface Address {
  readonly chat: number | string;
  readonly thread: number | undefined;
}

/** Parses a channel's target; throws `invalid` when it is not one. */
export function parseTarget(target: string): Address {
  const trimmed = target.trim();
  if (!new RegExp(TARGET_PATTERN).test(trimmed)) {
    throw new PlatformError('invalid', 'This is not a Telegram chat.', {
      hint: 'Set the target to a chat id such as 123456789 or -1001234567890, a topic such as -1001234567890:45, or a public @name.',
    });
  }
  if (trimmed.startsWith('@')) return { chat: trimmed, thread: undefined };
  const [chat, thread] = trimmed.split(':');
  return { chat: Number(chat), thread: thread === undefined ? undefined : Number(thread) };
}

/** The address with the topic that an agent names, unless the target names one; throws `invalid` when it cannot be one. */
export function inTopic(address: Address, topic: string | undefined): Address {
  if (topic === undefined || address.thread !== undefined) return address;
  if (/^\d{1,10}$/.test(topic)) return { ...address, thread: Number(topic) };
  throw new PlatformError('invalid', 'This is not a topic of a Telegram chat.', {
    hint: 'Give the number of the topic, such as 45.',
  });
}

/** The request fields for the destination of a message. */
export function destination({ chat, thread }: Address): { chat_id: number | string; message_thread_id?: number } {
  return thread === undefined || thread === GENERAL_TOPIC
    ? { chat_id: chat }
    : { chat_id: chat, message_thread_id: thread };
}
