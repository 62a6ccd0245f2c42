import type { Bot } from './bot.js';
import { badRequest, forbidden, migrated } from './errors.js';
import { isPresent, type Group } from './conversation.js';

/** Throws unless `bot` is in the chat. */
export function requireAccess(group: Group, bot: Bot): void {
  if (group.migratedTo !== undefined) throw migrated(group.migratedTo);
  const status = group.members.get(bot.me.id);
  if (status === 'kicked') throw forbidden(`bot was kicked from the ${group.chat.type} chat`);
  if (!isPresent(status)) throw forbidden(`bot is not a member of the ${group.chat.type} chat`);
}

/** Throws unless `bot` may write to the chat. */
export function requireWriteAccess(group: Group, bot: Bot): void {
  requireAccess(group, bot);
  if (group.chat.type === 'channel' && group.members.get(bot.me.id) === 'member') {
    throw badRequest('need administrator rights in the channel chat');
  }
}
