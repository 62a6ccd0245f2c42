import { ControlError } from '@gateway/sandbox/server';
import type { Bot, Chat, Group, MemberStatus, TelegramState, User } from '@gateway/sandbox/telegram';

/** Changes of membership: blocked, kicked, moved to another chat. */

/** The person blocks or unblocks the bot. The bot gets a my_chat_member update. */
export function setBlocked(state: TelegramState, userId: number, bot: Bot, blocked: boolean): void {
  const person = state.person(userId);
  const change = (status: MemberStatus) => ({ status, user: bot.me });
  const was = person.blocked.has(bot.me.id);
  if (was === blocked) return;
  if (blocked) person.blocked.add(bot.me.id);
  else person.blocked.delete(bot.me.id);
  const conversation = state.conversation(userId, bot);
  if (!conversation) return;
  bot.queue.push({
    my_chat_member: {
      chat: conversation.chat,
      from: person.user,
      date: state.now(),
      old_chat_member: change(blocked ? 'member' : 'kicked'),
      new_chat_member: change(blocked ? 'kicked' : 'member'),
    },
  });
  state.watch.emit({ kind: 'membership' });
}

/** Changes the bot's status in a group or channel, in the name of one of its members. */
export function setBotStatus(state: TelegramState, chatId: number, bot: Bot, status: MemberStatus): void {
  const group = state.group(chatId);
  const old = group.members.get(bot.me.id) ?? 'left';
  if (old === status) return;
  group.members.set(bot.me.id, status);
  const first = firstPerson(state, group);
  bot.queue.push({
    my_chat_member: {
      chat: group.chat,
      from: first ?? bot.me,
      date: state.now(),
      old_chat_member: { status: old, user: bot.me },
      new_chat_member: { status, user: bot.me },
    },
  });
  state.watch.emit({ kind: 'membership' });
}

/** Turns a group into a supergroup with a new id. Its bots get both service messages. */
export function upgradeGroup(state: TelegramState, chatId: number): Chat {
  const group: Group = state.group(chatId);
  if (group.chat.type !== 'group') throw new ControlError(`Chat ${chatId} is not a basic group`);
  if (group.migratedTo !== undefined) throw new ControlError(`Chat ${chatId} was upgraded already`);
  const ids = [...group.members.keys()];
  const chat = state.addChat({
    type: 'supergroup',
    ...(group.chat.title !== undefined && { title: group.chat.title }),
    members: ids.filter((id) => state.people.has(id)),
    bots: ids.filter((id) => state.botsById.has(id)),
  });
  const upgraded = state.group(chat.id);
  for (const [id, status] of group.members) upgraded.members.set(id, status);
  group.migratedTo = chat.id;
  const founder = firstPerson(state, group);
  for (const bot of ids.map((id) => state.botsById.get(id)).filter((found) => found !== undefined)) {
    const service = { message_id: 1, date: state.now(), ...(founder && { from: founder }) };
    bot.queue.push({ message: { ...service, chat: group.chat, migrate_to_chat_id: chat.id } });
    bot.queue.push({ message: { ...service, chat, migrate_from_chat_id: chatId } });
  }
  const conversation = state.conversation(chat.id, undefined);
  if (conversation) conversation.lastId = 1;
  state.watch.emit({ kind: 'membership' });
  return chat;
}

/** A person joins a group or channel. */
export function addMember(state: TelegramState, chatId: number, userId: number): void {
  state.group(chatId).members.set(state.person(userId).user.id, 'member');
  state.watch.emit({ kind: 'membership' });
}

/** Opens a topic. Its id is an ordinary message id, as on Telegram. */
export function addTopic(state: TelegramState, chatId: number, name: string): number {
  const group = state.group(chatId);
  if (!group.chat.is_forum) throw new ControlError(`Chat ${chatId} is not a forum`);
  const conversation = state.conversation(chatId, undefined);
  if (!conversation) throw new ControlError(`No chat ${chatId}`, 404);
  conversation.lastId = Math.max(conversation.lastId, 1) + 1;
  group.topics.set(conversation.lastId, name);
  state.watch.emit({ kind: 'membership' });
  return conversation.lastId;
}

/** The author of service messages. */
export function firstPerson(state: TelegramState, group: Group): User | undefined {
  for (const id of group.members.keys()) {
    const person = state.people.get(id);
    if (person) return person.user;
  }
  return undefined;
}
