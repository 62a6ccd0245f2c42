import express from 'express';
import { ControlError, listen, systemClock } from '@gateway/sandbox/server';
import { createCallLog } from '../common/call-log.js';
import { controlRouter } from '../common/control.js';
import { createFaults } from '../common/faults.js';
import { createAttachments } from './attachments.js';
import { discordApi } from './api.js';
import { controlRoutes } from './control-routes.js';
import type { BotRef, DiscordSimulator, DiscordSimulatorOptions, NewBot } from './simulator-types.js';
import { createInteractions, signed } from './interactions.js';
import { Intent } from './intents.js';
import { createMethods } from './methods.js';
import { createUserActions, idOf } from './user-actions.js';
import { createRateLimits, tooFast } from './rate-limits.js';
import { createSessions } from './sessions.js';
import { gatewayUrl, serveGateway } from './socket.js';
import { createDiscordState, shownChannel, type Bot } from './state.js';

/** Starts a simulator; call `close()` at the end. Rejects when the port is taken. */
export async function startDiscordSimulator(options: DiscordSimulatorOptions = {}): Promise<DiscordSimulator> {
  const clock = options.clock ?? systemClock;
  const state = createDiscordState(clock);
  const log = createCallLog();
  const faults = createFaults();
  const sessions = createSessions();
  const interactions = createInteractions({ state, sessions, timeoutMs: options.interactionTimeoutMs ?? 3000 });
  const attachments = createAttachments(() => server.url);
  const people = createUserActions({ state, sessions, interactions, attachments });
  const methods = createMethods({ state, sessions, interactions, gatewayUrl: () => gatewayUrl(server.url) });
  const first = state.addBot(options.bot);

  const botOf = (ref: BotRef = first): Bot => {
    const bot = state.bots.get(typeof ref === 'string' ? ref : ref.token);
    if (!bot) throw new ControlError('No such bot', 404);
    return bot;
  };

  const app = express();
  app.disable('x-powered-by');
  app.use(attachments.router);
  app.use(discordApi({ state, log, faults, methods, limits: createRateLimits(clock, options.limits ?? false) }));

  const simulator: Omit<DiscordSimulator, 'url' | 'close'> = {
    bot: shownBot(first),
    clock,
    addBot: (bot) => shownBot(state.addBot(bot)),
    addUser: state.addUser,
    addChannel: state.addChannel,
    addThread(channel, { name, message } = {}) {
      const thread = state.addThread(idOf(channel), name ?? 'A thread', message && idOf(message));
      for (const bot of state.bots.values())
        sessions.dispatch(bot, 'THREAD_CREATE', shownChannel(thread), Intent.Guilds);
      return thread;
    },
    directMessages: (user, bot) => state.conversation(idOf(user), botOf(bot)),
    setAccess: (channel, access, bot) => void state.channelState(idOf(channel)).access.set(botOf(bot).user.id, access),
    blockDirectMessages: (user) => void state.blocked.add(idOf(user)),
    press: people.press,
    modal: (user) => interactions.modal(idOf(user)),
    submit: people.submit,
    writeText: people.writeText,
    sendFiles: people.sendFiles,
    privateNotes: (user) => interactions.notes.filter(({ userId }) => user === undefined || userId === idOf(user)),
    messages: ({ channel } = {}) =>
      (channel === undefined ? [...state.channelStates.values()] : [state.channelState(idOf(channel))]).flatMap(
        ({ messages }) => Array.from(messages.values()),
      ),
    waitForMessage: (matches, { timeoutMs = 5_000, what = 'a message' } = {}) => {
      const known = simulator.messages().findLast(matches);
      return known ? Promise.resolve(known) : state.watch.next(matches, timeoutMs, what);
    },
    calls: log.list,
    clearCalls: log.clear,
    failNext(method, { error, ...fault }) {
      const answer =
        error?.retryAfter === undefined
          ? error && { status: error.status, body: { message: error.message, code: error.code ?? 0 } }
          : tooFast(error.retryAfter).answer;
      faults.add(method, { ...fault, ...(answer && { answer }) });
    },
    clearFaults: faults.clear,
    async setInteractionsUrl(url, bot) {
      if (url !== null) await interactions.verify(botOf(bot), url);
      botOf(bot).interactionsUrl = url;
    },
    sign: (payload, { timestamp = Math.floor(clock.now() / 1000), forged, bot } = {}) =>
      signed(botOf(bot), payload, timestamp, forged),
    redeliver: people.redeliver,
    connected: (bot) => sessions.of(botOf(bot)).some(({ socket }) => socket !== null),
    disconnect: (code) => {
      for (const client of gateway.clients) {
        if (code === undefined) client.terminate();
        else client.close(code);
      }
    },
    askToReconnect: () => {
      for (const client of gateway.clients) client.send(JSON.stringify({ op: 7, d: null }));
    },
    invalidateSessions() {
      for (const bot of state.bots.values()) {
        for (const session of sessions.of(bot)) {
          sessions.end(session);
          session.socket?.send(JSON.stringify({ op: 9, d: false }));
        }
      }
    },
    revokeToken: (bot) => void (botOf(bot).isRevoked = true),
    setMessageContent: (isOn, bot) => void (botOf(bot).hasMessageContent = isOn),
  };

  app.use('/control', controlRouter(controlRoutes(simulator, state)));
  const server = await listen(app, options.port, options.host);
  const gateway = serveGateway(server.server, {
    state,
    sessions,
    heartbeatMs: options.heartbeatMs ?? 41_250,
    url: () => server.url,
  });
  return {
    ...simulator,
    url: server.url,
    close: async () => {
      gateway.close();
      await server.close();
    },
  };
}

function shownBot({ user, token, applicationId, publicKey }: Bot): NewBot {
  return { id: user.id, username: user.username, token, applicationId, publicKey };
}
