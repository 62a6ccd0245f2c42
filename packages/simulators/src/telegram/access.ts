import type { Bot } from './bot.js';
import { badRequest, forbidden, migrated } from './errors.js';
import { isPresent, type Room } from './room.js';

/** Throws unless `bot` is in the chat. */
export function requireAccess(room: Room, bot: Bot): void {
  if (room.migratedTo !== undefined) throw migrated(room.migratedTo);
  const status = room.members.get(bot.me.id);
  if (status === 'kicked') throw forbidden(`bot was kicked from the ${room.chat.type} chat`);
  if (!isPresent(status)) throw forbidden(`bot is not a member of the ${room.chat.type} chat`);
}

/** Throws unless `bot` may write to the chat. */
export function requireWriteAccess(room: Room, bot: Bot): void {
  requireAccess(room, bot);
  if (room.chat.type === 'channel' && room.members.get(bot.me.id) === 'member') {
    throw badRequest('need administrator rights in the channel chat');
  }
}
