import type { Chat, ChatSearch } from '@gateway/platform-kit';
import { z } from 'zod';
import type { Telegram } from './api.js';
import { chatNameOf } from './inbound.js';

const chat = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  title: z.string().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  username: z.string().optional(),
});
const place = z.object({ chat, migrate_to_chat_id: z.number().optional() });
const maybe = place.optional().catch(undefined);

/** The chat of an update of any kind. */
const update = z.object({
  message: maybe,
  edited_message: maybe,
  channel_post: maybe,
  callback_query: z.object({ message: maybe }).optional().catch(undefined),
  my_chat_member: place
    .extend({ new_chat_member: z.object({ status: z.string() }) })
    .optional()
    .catch(undefined),
});

/**
 * Telegram cannot list a bot's chats. This reads the pending updates instead. Without an offset, reading does not confirm them, so the
 * next poller still gets them. While the gateway polls, nothing is pending, and a second request would interrupt its poll.
 */
export async function findChats(
  { call }: Telegram,
  { receiving }: ChatSearch,
  signal?: AbortSignal,
): Promise<readonly Chat[]> {
  if (receiving) return [];
  const pending: unknown = await call(signal, (api, signal) => api.getUpdates({ timeout: 0, limit: 100 }, signal));
  const chats = new Map<string, Chat>();
  for (const value of Array.isArray(pending) ? (pending as unknown[]) : []) {
    const { data } = update.safeParse(value);
    const found =
      data?.my_chat_member ??
      data?.message ??
      data?.edited_message ??
      data?.channel_post ??
      data?.callback_query?.message;
    if (found === undefined) continue;
    const { id } = found.chat;
    chats.delete(id);
    const isGone = ['left', 'kicked'].includes(data?.my_chat_member?.new_chat_member.status ?? '');
    // A group that became a supergroup has a new id.
    if (!isGone && found.migrate_to_chat_id === undefined) chats.set(id, { id, name: chatNameOf(found.chat) });
  }
  return [...chats.values()].toReversed().slice(0, 50);
}
