import { ControlError } from '@gateway/sandbox/server';
import type { Bot, MemberStatus, TelegramState } from '@gateway/sandbox/telegram';
import type { ControlInput, ControlRoutes } from '../common/control.js';
import type { BotRef, PressOptions, TelegramSimulator, TextOptions } from './simulator-types.js';
import type { Webhook } from './webhook.js';

/** The simulator's functions over HTTP, and what the chat page needs. */
export function controlRoutes(
  simulator: Omit<TelegramSimulator, 'url' | 'close'>,
  state: TelegramState,
  webhookOf: (bot: Bot) => Webhook,
): ControlRoutes {
  const messages = ({ chat, bot }: ControlInput) =>
    simulator.messages({ ...(chat !== undefined && { chat: number(chat, 'chat') }), ...botIn(bot) });
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
    'GET /messages': messages,
    'GET /calls': ({ method, account }) =>
      simulator.calls({
        ...(method !== undefined && { method: text(method, 'method') }),
        ...(account !== undefined && { account: text(account, 'account') }),
      }),
    'DELETE /calls': () => simulator.clearCalls(),
    'GET /updates': ({ bot }) => simulator.updates(botRef(bot)),
    'POST /press': (input) => simulator.press(required(input, 'chat', 'button') as unknown as PressOptions),
    'POST /text': (input) => simulator.writeText(required(input, 'chat', 'text') as unknown as TextOptions),
    'POST /faults': (input) => {
      const { method, ...fault } = required(input, 'method');
      simulator.failNext(text(method, 'method'), fault);
    },
    'DELETE /faults': () => simulator.clearFaults(),
    'POST /redeliver': ({ update, bot }) => simulator.redeliver(number(update, 'update'), botRef(bot)),
    'POST /bots': (input) => simulator.addBot(input),
    'POST /users': (input) => simulator.addUser(input),
    'POST /chats': (input) => simulator.addChat(input),
    'POST /members': ({ chat, user }) => simulator.addMember(number(chat, 'chat'), number(user, 'user')),
    'POST /topics': ({ chat, name }) => ({ id: simulator.addTopic(number(chat, 'chat'), text(name, 'name')) }),
    'POST /revoke': ({ bot }) => simulator.revokeToken(botRef(bot)),
    'POST /block': ({ user, bot }) => simulator.blockBot(number(user, 'user'), botRef(bot)),
    'POST /unblock': ({ user, bot }) => simulator.unblockBot(number(user, 'user'), botRef(bot)),
    'POST /kick': ({ chat, bot }) => simulator.kickBot(number(chat, 'chat'), botRef(bot)),
    'POST /status': ({ chat, status, bot }) =>
      simulator.setBotStatus(number(chat, 'chat'), text(status, 'status') as MemberStatus, botRef(bot)),
    'POST /upgrade': ({ chat }) => simulator.upgradeGroup(number(chat, 'chat')),
  };
}

function number(value: unknown, name: string): number {
  const found = typeof value === 'string' && value !== '' ? Number(value) : value;
  if (typeof found !== 'number' || !Number.isSafeInteger(found)) throw new ControlError(`${name} must be a number`);
  return found;
}

function text(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new ControlError(`${name} must be a text`);
  return value;
}

function required(input: ControlInput, ...names: string[]): ControlInput {
  for (const name of names) if (input[name] === undefined) throw new ControlError(`${name} is missing`);
  return input;
}

/** In a query string every value is text: digits alone are a bot's id. */
const botRef = (bot: unknown): BotRef | undefined =>
  typeof bot === 'string' && /^\d+$/.test(bot) ? Number(bot) : (bot as BotRef | undefined);

const botIn = (bot: unknown) => (bot === undefined ? {} : { bot: botRef(bot) as BotRef });
