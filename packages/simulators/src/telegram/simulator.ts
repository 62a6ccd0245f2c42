import { ControlError, listen, systemClock } from '@gateway/sandbox/server';
import {
  type Bot,
  type BotOptions,
  type Conversation,
  coreMethods,
  createTelegramState,
  type Message,
  methodRunner,
  pressButton,
  sendFiles,
  TelegramError,
  telegramRouter,
  type User,
  writeText,
} from '@gateway/sandbox/telegram';
import express from 'express';
import { type Call, createCallLog } from '../common/call-log.js';
import { controlRouter } from '../common/control.js';
import { createFaults } from '../common/faults.js';
import { addMember, addTopic, firstPerson, setBlocked, setBotStatus, upgradeGroup } from './admin-actions.js';
import { withFaults, withLog } from './call-handlers.js';
import { controlRoutes } from './control-routes.js';
import { serveChatPage } from './page.js';
import { createRateLimits } from './rate-limits.js';
import type {
  BotRef,
  ChatRef,
  PressOptions,
  TelegramSimulator,
  TelegramSimulatorOptions,
  TextOptions,
} from './simulator-types.js';
import { Webhook } from './webhook.js';
import { webhookMethods } from './webhook-methods.js';

/** Starts a simulator; call `close()` at the end. Rejects when the port is taken. */
export async function startTelegramSimulator(options: TelegramSimulatorOptions = {}): Promise<TelegramSimulator> {
  const clock = options.clock ?? systemClock;
  const callbackTimeoutMs = options.callbackTimeoutMs ?? 15_000;
  const state = createTelegramState({ clock, callbackTimeoutMs, keep: {}, firstMessage: 1 });
  const log = createCallLog();
  const faults = createFaults();
  const webhooks = new Map<Bot, Webhook>();
  const webhookOf = (bot: Bot) => webhooks.get(bot) as Webhook;
  const methods = {
    ...coreMethods,
    ...webhookMethods({ webhookOf, allowHttp: options.allowHttpWebhooks ?? true }),
  };
  const shared = {
    limits: options.limits ? createRateLimits(clock) : undefined,
    fetchUrls: options.fetchUrls ?? true,
  };
  const run = withLog(methodRunner({ state, methods, shared }), { log, clock, methods });
  const addBot = (botOptions?: BotOptions): Bot => {
    const bot = state.addBot(botOptions);
    const webhook = new Webhook({
      queue: bot.queue,
      clock,
      timing: {
        retryMs: options.webhookRetryMs ?? 50,
        retryMaxMs: options.webhookRetryMaxMs ?? 2_000,
        timeoutMs: options.webhookTimeoutMs ?? 10_000,
      },
      // As on the real server, the outcome is not reported.
      call: async (method, fields) => {
        await run({ bot, method, body: { fields, files: new Map() }, signal: new AbortController().signal });
      },
    });
    webhooks.set(bot, webhook);
    bot.queue.onUpdate = (update) => (webhook.settings ? webhook.enqueue(update) : bot.poll.wake());
    return bot;
  };
  const first = addBot(options.bot);

  const botOf = (ref: BotRef | undefined): Bot => {
    if (ref === undefined) return first;
    const bot =
      typeof ref === 'number' ? state.botsById.get(ref) : state.bots.get(typeof ref === 'string' ? ref : ref.token);
    if (!bot) throw new ControlError('No such bot', 404);
    return bot;
  };
  const conversationOf = (chat: ChatRef, bot?: BotRef): Conversation => {
    const found = state.conversation(idOf(chat), botOf(bot));
    if (!found) throw new ControlError(`No chat ${idOf(chat)}`, 404);
    return found;
  };
  const userOf = (user: ChatRef | undefined, conversation: Conversation): User => {
    if (user !== undefined) return state.person(idOf(user)).user;
    if (conversation.person) return conversation.person.user;
    const member = conversation.group && firstPerson(state, conversation.group);
    if (member) return member;
    throw new ControlError(`No person in chat ${conversation.chat.id}`);
  };
  const placeOf = ({ chat, user, replyTo, thread, bot }: Omit<TextOptions, 'text'>) => {
    const conversation = conversationOf(chat, bot);
    return {
      conversation,
      user: userOf(user, conversation),
      ...(replyTo !== undefined && { replyTo: typeof replyTo === 'number' ? replyTo : replyTo.message_id }),
      ...(thread !== undefined && { thread }),
    };
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
    return pressButton(state, press, timeoutMs ?? callbackTimeoutMs);
  };

  const simulator: Omit<TelegramSimulator, 'url' | 'close'> = {
    token: first.token,
    clock,
    addBot: (bot) => {
      const { me, token } = addBot(bot);
      return { id: me.id, token, username: me.username };
    },
    addUser: state.addUser,
    addChat: state.addChat,
    addMember: (chat, user) => addMember(state, idOf(chat), idOf(user)),
    addTopic: (chat, name) => addTopic(state, idOf(chat), name),
    press: (async (press: PressOptions & { wait?: boolean }) => {
      const { answer, queryId } = start(press);
      return press.wait === false ? { queryId } : { queryId, ...(await answer) };
    }) as TelegramSimulator['press'],
    writeText: ({ text, ...place }) => writeText(state, { text, ...placeOf(place) }),
    sendFiles: ({ files, text, ...place }) =>
      sendFiles(state, { files, ...(text !== undefined && { text }), ...placeOf(place) }),
    messages: ({ chat, bot } = {}) => {
      const wanted = chat === undefined ? [...state.conversations.values()] : [conversationOf(chat, bot)];
      return wanted.flatMap(({ posts }) => [...posts.values()].map((posted) => posted.message));
    },
    waitForMessage: (matches, { timeoutMs = 5_000, what = 'a message' } = {}) => {
      const known = simulator.messages().findLast(matches);
      if (known) return Promise.resolve(known);
      return state.watch
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
      if (!botOf(bot).queue.redeliver(updateId)) throw new ControlError(`No update ${updateId}`, 404);
    },
    webhook: (bot) => webhookOf(botOf(bot)).settings,
    revokeToken: (bot) => {
      const revoked = botOf(bot);
      revoked.revoked = true;
      webhookOf(revoked).use(undefined);
      revoked.poll.fail(new TelegramError(401, 'Unauthorized'));
    },
    blockBot: (user, bot) => setBlocked(state, idOf(user), botOf(bot), true),
    unblockBot: (user, bot) => setBlocked(state, idOf(user), botOf(bot), false),
    kickBot: (chat, bot) => setBotStatus(state, idOf(chat), botOf(bot), 'kicked'),
    setBotStatus: (chat, status, bot) => setBotStatus(state, idOf(chat), botOf(bot), status),
    upgradeGroup: (chat) => upgradeGroup(state, idOf(chat)),
  };

  const app = express();
  app.disable('x-powered-by');
  app.use(telegramRouter(state, withFaults(run, { log, clock, methods, faults })));
  serveChatPage(app, state);
  app.use('/control', controlRouter(controlRoutes(simulator, state, webhookOf)));
  const server = await listen(app, options.port, options.host);
  return {
    ...simulator,
    url: server.url,
    close: async () => {
      for (const webhook of webhooks.values()) webhook.use(undefined);
      await server.close();
    },
  };
}

const idOf = (ref: ChatRef): number => (typeof ref === 'number' ? ref : ref.id);
