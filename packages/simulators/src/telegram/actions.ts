import { ControlError } from '../simulator/control.js';
import type { Bot } from './bot.js';
import type { Room } from './room.js';
import type { Chat, MemberStatus, User } from './types.js';
import type { World } from './world.js';

/** Things that happen to bots in the world: blocked, kicked, moved to another chat. */

/** The person blocks the bot, or takes that back; the bot hears of it as my_chat_member. */
export function setBlocked(world: World, userId: number, bot: Bot, blocked: boolean): void {
  const person = world.person(userId);
  const change = (status: MemberStatus) => ({ status, user: bot.me });
  const was = person.blocked.has(bot.me.id);
  if (was === blocked) return;
  if (blocked) person.blocked.add(bot.me.id);
  else person.blocked.delete(bot.me.id);
  const conversation = world.conversation(userId, bot);
  if (!conversation) return;
  bot.queue.push({
    my_chat_member: {
      chat: conversation.chat,
      from: person.user,
      date: world.now(),
      old_chat_member: change(blocked ? 'member' : 'kicked'),
      new_chat_member: change(blocked ? 'kicked' : 'member'),
    },
  });
  world.watch.emit({ kind: 'world' });
}

/** Gives the bot another standing in a group or channel, in the name of one of its people. */
export function setBotStatus(world: World, chatId: number, bot: Bot, status: MemberStatus): void {
  const room = world.room(chatId);
  const old = room.members.get(bot.me.id) ?? 'left';
  if (old === status) return;
  room.members.set(bot.me.id, status);
  const first = firstPerson(world, room);
  bot.queue.push({
    my_chat_member: {
      chat: room.chat,
      from: first ?? bot.me,
      date: world.now(),
      old_chat_member: { status: old, user: bot.me },
      new_chat_member: { status, user: bot.me },
    },
  });
  world.watch.emit({ kind: 'world' });
}

/** Turns a group into a supergroup with a new id; its bots get both service messages. */
export function upgradeGroup(world: World, chatId: number): Chat {
  const group: Room = world.room(chatId);
  if (group.chat.type !== 'group') throw new ControlError(`Chat ${chatId} is not a basic group`);
  if (group.migratedTo !== undefined) throw new ControlError(`Chat ${chatId} was upgraded already`);
  const ids = [...group.members.keys()];
  const chat = world.addChat({
    type: 'supergroup',
    ...(group.chat.title !== undefined && { title: group.chat.title }),
    members: ids.filter((id) => world.people.has(id)),
    bots: ids.filter((id) => world.botsById.has(id)),
  });
  const upgraded = world.room(chat.id);
  for (const [id, status] of group.members) upgraded.members.set(id, status);
  group.migratedTo = chat.id;
  const founder = firstPerson(world, group);
  for (const bot of ids.map((id) => world.botsById.get(id)).filter((found) => found !== undefined)) {
    const service = { message_id: 1, date: world.now(), ...(founder && { from: founder }) };
    bot.queue.push({ message: { ...service, chat: group.chat, migrate_to_chat_id: chat.id } });
    bot.queue.push({ message: { ...service, chat, migrate_from_chat_id: chatId } });
  }
  const conversation = world.conversation(chat.id, undefined);
  if (conversation) conversation.lastId = 1;
  world.watch.emit({ kind: 'world' });
  return chat;
}

/** A person joins a group or channel. */
export function addMember(world: World, chatId: number, userId: number): void {
  world.room(chatId).members.set(world.person(userId).user.id, 'member');
  world.watch.emit({ kind: 'world' });
}

/** Opens a topic; its number is an ordinary message number, as on Telegram. */
export function addTopic(world: World, chatId: number, name: string): number {
  const room = world.room(chatId);
  if (!room.chat.is_forum) throw new ControlError(`Chat ${chatId} is not a forum`);
  const conversation = world.conversation(chatId, undefined);
  if (!conversation) throw new ControlError(`No chat ${chatId}`, 404);
  conversation.lastId = Math.max(conversation.lastId, 1) + 1;
  room.topics.set(conversation.lastId, name);
  world.watch.emit({ kind: 'world' });
  return conversation.lastId;
}

/** In whose name a service message is written. */
export function firstPerson(world: World, room: Room): User | undefined {
  for (const id of room.members.keys()) {
    const person = world.people.get(id);
    if (person) return person.user;
  }
  return undefined;
}
