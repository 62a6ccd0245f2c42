import express from 'express';
import { type Call, createCallLog } from '../simulator/call-log.js';
import { systemClock } from '../simulator/clock.js';
import { ControlError, controlRouter } from '../simulator/control.js';
import { createFaults } from '../simulator/faults.js';
import { listen } from '../simulator/server.js';
import { addMember, addTopic, firstPerson, setBlocked, setBotStatus, upgradeGroup } from './actions.js';
import { telegramApi } from './api.js';
import type { Bot } from './bot.js';
import { controlRoutes } from './control-routes.js';
import { TelegramError } from './errors.js';
import { serveChatPage } from './page.js';
import type { BotRef, ChatRef, PressOptions, TelegramSimulator, TelegramSimulatorOptions } from './handle.js';
import { pressButton, writeText } from './people.js';
import { createRateLimits } from './rate-limits.js';
import type { Conversation } from './room.js';
import { restore, snapshotOf } from './snapshot.js';
import type { Message, User } from './types.js';
import { createWorld } from './world.js';

/** Starts a simulator; `close()` it when done. Rejects when the port is taken. */
export async function startTelegramSimulator(options: TelegramSimulatorOptions = {}): Promise<TelegramSimulator> {
  const clock = options.clock ?? systemClock;
  const callbackTimeoutMs = options.callbackTimeoutMs ?? 15_000;
  const world = createWorld({
    clock,
    callbackTimeoutMs,
    webhook: {
      retryMs: options.webhookRetryMs ?? 50,
      retryMaxMs: options.webhookRetryMaxMs ?? 2_000,
      timeoutMs: options.webhookTimeoutMs ?? 10_000,
    },
    replyCall: (bot) => (method, params) => api.replyCall(bot, method, params),
    keep: options.keep ?? {},
    firstMessage: options.firstMessage ?? 1,
  });
  const log = createCallLog(options.keep?.calls);
  const faults = createFaults();
  const api = telegramApi({
    world,
    log,
    faults,
    shared: {
      limits: createRateLimits(clock, options.limits ?? false),
      fetchUrls: options.fetchUrls ?? true,
      allowHttpWebhooks: options.allowHttpWebhooks ?? true,
    },
  });
  const first = world.addBot(options.bot);
  if (options.snapshot) restore(world, first, options.snapshot);

  const botOf = (ref: BotRef | undefined): Bot => {
    if (ref === undefined) return first;
    const bot =
      typeof ref === 'number' ? world.botsById.get(ref) : world.bots.get(typeof ref === 'string' ? ref : ref.token);
    if (!bot) throw new ControlError('No such bot', 404);
    return bot;
  };
  const conversationOf = (chat: ChatRef, bot?: BotRef): Conversation => {
    const found = world.conversation(idOf(chat), botOf(bot));
    if (!found) throw new ControlError(`No chat ${idOf(chat)}`, 404);
    return found;
  };
  const userOf = (user: ChatRef | undefined, conversation: Conversation): User => {
    if (user !== undefined) return world.person(idOf(user)).user;
    if (conversation.person) return conversation.person.user;
    const member = conversation.room && firstPerson(world, conversation.room);
    if (member) return member;
    throw new ControlError(`No person in chat ${conversation.chat.id}`);
  };
  const start = ({ chat, message, button, user, bot, stale, inaccessible, timeoutMs }: PressOptions) => {
    const conversation = conversationOf(chat, bot);
    const press = {
      conversation,
      button,
      user: userOf(user, conversation),
      ...(message !== undefined && { messageId: typeof message === 'number' ? message : message.message_id }),
      ...(stale && { stale }),
      ...(inaccessible && { inaccessible }),
    };
    return pressButton(world, press, timeoutMs ?? callbackTimeoutMs);
  };

  const simulator: Omit<TelegramSimulator, 'url' | 'close'> = {
    token: first.token,
    clock,
    addBot: (bot) => {
      const { me, token } = world.addBot(bot);
      return { id: me.id, token, username: me.username };
    },
    addUser: world.addUser,
    addChat: world.addChat,
    addMember: (chat, user) => addMember(world, idOf(chat), idOf(user)),
    addTopic: (chat, name) => addTopic(world, idOf(chat), name),
    press: (async (press: PressOptions & { wait?: boolean }) => {
      const { answer, queryId } = start(press);
      return press.wait === false ? { queryId } : { queryId, ...(await answer) };
    }) as TelegramSimulator['press'],
    writeText: ({ chat, text, user, replyTo, thread, bot }) => {
      const conversation = conversationOf(chat, bot);
      return writeText(world, {
        conversation,
        text,
        user: userOf(user, conversation),
        ...(replyTo !== undefined && { replyTo: typeof replyTo === 'number' ? replyTo : replyTo.message_id }),
        ...(thread !== undefined && { thread }),
      });
    },
    messages: ({ chat, bot } = {}) => {
      const wanted = chat === undefined ? [...world.conversations.values()] : [conversationOf(chat, bot)];
      return wanted.flatMap(({ posts }) => [...posts.values()].map((posted) => posted.message));
    },
    waitForMessage: (matches, { timeoutMs = 5_000, what = 'a message' } = {}) => {
      const known = simulator.messages().findLast(matches);
      if (known) return Promise.resolve(known);
      return world.watch
        .next(
          ({ kind, message }) => (kind === 'message' || kind === 'edit') && message !== undefined && matches(message),
          timeoutMs,
          what,
        )
        .then(({ message }) => message as Message);
    },
    calls: log.list,
    clearCalls: log.clear,
    waitForCall: (method, matches = () => true, { timeoutMs = 5_000 } = {}) => {
      const known = log.list({ method }).find((call) => call.status !== 0 && matches(call));
      if (known) return Promise.resolve(known);
      const wanted = (call: Call) => call.method.toLowerCase() === method.toLowerCase() && matches(call);
      return log.watch.next(wanted, timeoutMs, `a call of ${method}`);
    },
    failNext: (method, { error, ...fault }) => {
      const body = error && {
        ok: false,
        error_code: error.code,
        description: error.description,
        parameters: error.parameters,
      };
      faults.add(method, { ...fault, ...(error && { answer: { status: error.code, body } }) });
    },
    clearFaults: faults.clear,
    updates: (bot) => botOf(bot).queue.latest(Number.POSITIVE_INFINITY).reverse(),
    redeliver: (updateId, bot) => {
      if (!botOf(bot).queue.replay(updateId)) throw new ControlError(`No update ${updateId}`, 404);
    },
    webhook: (bot) => botOf(bot).webhook.settings,
    revokeToken: (bot) => {
      const revoked = botOf(bot);
      revoked.revoked = true;
      revoked.webhook.use(undefined);
      revoked.poll.fail(new TelegramError(401, 'Unauthorized'));
    },
    blockBot: (user, bot) => setBlocked(world, idOf(user), botOf(bot), true),
    unblockBot: (user, bot) => setBlocked(world, idOf(user), botOf(bot), false),
    kickBot: (chat, bot) => setBotStatus(world, idOf(chat), botOf(bot), 'kicked'),
    setBotStatus: (chat, status, bot) => setBotStatus(world, idOf(chat), botOf(bot), status),
    upgradeGroup: (chat) => upgradeGroup(world, idOf(chat)),
    onChange: (hear) => world.watch.subscribe(() => hear()),
    snapshot: () => snapshotOf(world, first),
  };

  const app = express();
  app.disable('x-powered-by');
  app.use(api.router);
  if (options.control ?? true) {
    serveChatPage(app, world);
    app.use('/control', controlRouter(controlRoutes(simulator, world)));
  }
  const path = options.path ?? '';
  const server = await listen(path === '' ? app : express().use(path, app), options.port, options.host);
  return {
    ...simulator,
    url: server.url + path,
    close: async () => {
      for (const bot of world.bots.values()) bot.webhook.use(undefined);
      await server.close();
    },
  };
}

const idOf = (ref: ChatRef): number => (typeof ref === 'number' ? ref : ref.id);
