import type { Bot, MemberStatus, TelegramState } from '@gateway/sandbox/telegram';
import { callRoutes } from '../common/call-control.js';
import { filesInput } from '../common/control-files.js';
import { numberInput, requiredInput, textInput } from '../common/control-input.js';
import type { ControlInput, ControlRoutes } from '../common/control.js';
import type { BotRef, FilesOptions, PressOptions, TelegramSimulator, TextOptions } from './simulator-types.js';
import type { Webhook } from './webhook.js';

/** The simulator's functions over HTTP, and what the chat page needs. */
export function controlRoutes(
  simulator: Omit<TelegramSimulator, 'url' | 'close'>,
  state: TelegramState,
  webhookOf: (bot: Bot) => Webhook,
): ControlRoutes {
  const messages = ({ chat, bot }: ControlInput) =>
    simulator.messages({ ...(chat !== undefined && { chat: numberInput(chat, 'chat') }), ...botIn(bot) });
  return {
    'GET /state': () => ({
      bots: [...state.botsById.values()].map((bot) => ({
        id: bot.me.id,
        username: bot.me.username,
        first_name: bot.me.first_name,
        revoked: bot.revoked,
        pending: bot.queue.size,
        webhook: webhookOf(bot).settings?.url ?? null,
      })),
      users: [...state.people.values()].map(({ user, blocked }) => Object.assign({ blocked: [...blocked] }, user)),
      chats: [...state.groups.values()].map(({ chat, members, topics, migratedTo }) =>
        Object.assign(
          {
            members: [...members].map(([id, status]) => ({ id, status })),
            topics: [...topics].map(([id, name]) => ({ id, name })),
            ...(migratedTo !== undefined && { migrated_to: migratedTo }),
          },
          chat,
        ),
      ),
      conversations: [...state.conversations.values()].map(({ chat, botId, posts }) => ({
        chat: chat.id,
        bot: botId ?? null,
        messages: posts.size,
      })),
    }),
    ...callRoutes(simulator),
    'GET /messages': messages,
    'GET /updates': ({ bot }) => simulator.updates(botRef(bot)),
    'POST /press': (input) => simulator.press(requiredInput(input, 'chat', 'button') as unknown as PressOptions),
    'POST /text': (input) => simulator.writeText(requiredInput(input, 'chat', 'text') as unknown as TextOptions),
    'POST /files': (input) =>
      simulator.sendFiles({ ...(requiredInput(input, 'chat') as unknown as FilesOptions), files: filesInput(input) }),
    'POST /redeliver': ({ update, bot }) => simulator.redeliver(numberInput(update, 'update'), botRef(bot)),
    'POST /bots': (input) => simulator.addBot(input),
    'POST /users': (input) => simulator.addUser(input),
    'POST /chats': (input) => simulator.addChat(input),
    'POST /members': ({ chat, user }) => simulator.addMember(numberInput(chat, 'chat'), numberInput(user, 'user')),
    'POST /topics': ({ chat, name }) => ({
      id: simulator.addTopic(numberInput(chat, 'chat'), textInput(name, 'name')),
    }),
    'POST /revoke': ({ bot }) => simulator.revokeToken(botRef(bot)),
    'POST /block': ({ user, bot }) => simulator.blockBot(numberInput(user, 'user'), botRef(bot)),
    'POST /unblock': ({ user, bot }) => simulator.unblockBot(numberInput(user, 'user'), botRef(bot)),
    'POST /kick': ({ chat, bot }) => simulator.kickBot(numberInput(chat, 'chat'), botRef(bot)),
    'POST /status': ({ chat, status, bot }) =>
      simulator.setBotStatus(numberInput(chat, 'chat'), textInput(status, 'status') as MemberStatus, botRef(bot)),
    'POST /upgrade': ({ chat }) => simulator.upgradeGroup(numberInput(chat, 'chat')),
  };
}

/** In a query string every value is text: digits alone are a bot's id. */
const botRef = (bot: unknown): BotRef | undefined =>
  typeof bot === 'string' && /^\d+$/.test(bot) ? Number(bot) : (bot as BotRef | undefined);

const botIn = (bot: unknown) => (bot === undefined ? {} : { bot: botRef(bot) as BotRef });
