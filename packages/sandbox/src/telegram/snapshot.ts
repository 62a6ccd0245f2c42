import type { Bot } from './bot.js';
import { noteShown } from './conversation.js';
import type { Message, User } from './types.js';
import type { TelegramState } from './state.js';

/** The private chats with one bot as plain JSON. */
export interface Snapshot {
  /** Id of the bot's last update. */
  update: number;
  chats: {
    user: User;
    /** Id of the chat's last message, which may be deleted. */
    last: number;
    messages: { message: Message; byBot: boolean }[];
  }[];
}

export function snapshotOf(state: TelegramState, bot: Bot): Snapshot {
  return {
    update: bot.queue.last,
    chats: [...state.conversations.values()].flatMap(({ person, botId, posts, lastId }) =>
      person === undefined || botId !== bot.me.id
        ? []
        : [
            {
              user: person.user,
              last: lastId,
              messages: [...posts.values()].map((posted) => ({
                message: posted.message,
                byBot: posted.botId !== undefined,
              })),
            },
          ],
    ),
  };
}

/** Restores the chats. Ids continue after the snapshot's last ones or from the configured first ones, whichever is higher. */
export function restore(state: TelegramState, bot: Bot, { update, chats }: Snapshot): void {
  bot.queue.skipTo(update);
  for (const { user, last, messages } of chats) {
    state.addUser({
      id: user.id,
      firstName: user.first_name,
      ...(user.last_name !== undefined && { lastName: user.last_name }),
      ...(user.username !== undefined && { username: user.username }),
    });
    const conversation = state.conversation(user.id, bot);
    if (!conversation) continue;
    conversation.lastId = Math.max(conversation.lastId, last);
    for (const { message, byBot } of messages) {
      const posted = { message, shown: new Set<string>(), ...(byBot && { botId: bot.me.id }) };
      noteShown(posted);
      conversation.posts.set(message.message_id, posted);
    }
  }
}
