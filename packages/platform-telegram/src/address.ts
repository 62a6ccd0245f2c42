import { PlatformError } from '@gateway/platform-kit';

/** A chat id (`123`, `-100123`), a topic of a chat (`-100123:45`) or a public name (`@name`). */
export const TARGET_PATTERN = '^(?:-?[0-9]{1,16}(?::[0-9]{1,10})?|@[A-Za-z][A-Za-z0-9_]{3,31})$';

/** Telegram calls the topic that every forum has "General"; messages in it carry no thread id, and none may be sent. */
export const GENERAL_TOPIC = 1;

export interface Address {
  readonly chat: number | string;
  readonly thread: number | undefined;
}

/** Takes a channel's target apart; throws `invalid` for anything that is no target. */
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

/** The part of a request that says where a message goes. */
export function destination({ chat, thread }: Address): { chat_id: number | string; message_thread_id?: number } {
  return thread === undefined || thread === GENERAL_TOPIC
    ? { chat_id: chat }
    : { chat_id: chat, message_thread_id: thread };
}
