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

/** Where an update came from, of whatever kind it is. */
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
 * Telegram has no list of a bot's chats, only the updates that wait: they are looked at and, for want of an offset, not
 * confirmed, so whoever polls next gets them all the same. Where this gateway receives them nothing waits, and a look would
 * cut its poll off.
 */
export async function findChats(
  { call }: Telegram,
  { receiving }: ChatSearch,
  signal?: AbortSignal,
): Promise<readonly Chat[]> {
  if (receiving) return [];
  const waiting: unknown = await call(signal, (api, signal) => api.getUpdates({ timeout: 0, limit: 100 }, signal));
  const chats = new Map<string, Chat>();
  for (const value of Array.isArray(waiting) ? (waiting as unknown[]) : []) {
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
    // A group that became a supergroup has another id now.
    if (!isGone && found.migrate_to_chat_id === undefined) chats.set(id, { id, name: chatNameOf(found.chat) });
  }
  return [...chats.values()].toReversed().slice(0, 50);
}
