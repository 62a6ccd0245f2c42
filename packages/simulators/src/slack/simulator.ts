import express from 'express';
import { ControlError, listen, systemClock } from '@gateway/sandbox/server';
import { type Call, createCallLog } from '../common/call-log.js';
import { controlRouter } from '../common/control.js';
import { createFaults } from '../common/faults.js';
import { slackApi } from './api.js';
import { buttonsOf } from './blocks.js';
import { describeCommand, shownAnswer } from './commands.js';
import { controlRoutes } from './control-routes.js';
import { errorBody, SlackError } from './errors.js';
import { envelope, reportEvents } from './events.js';
import type {
  ChannelRef,
  MessageRef,
  PressOptions,
  SlackSimulator,
  SlackSimulatorOptions,
  TextOptions,
  UserRef,
} from './simulator-types.js';
import { createModals } from './modals.js';
import { createOutbox } from './outbox.js';
import { describePress, sendFiles, writeText } from './user-actions.js';
import { createRateLimits } from './rate-limits.js';
import { createRequestUrl } from './request-url.js';
import { createResponseUrls } from './response-urls.js';
import { createSockets } from './sockets.js';
import type { SlackButton, SlackChannel } from './types.js';
import { addChannel, addUser, createSlackState } from './state.js';

/** Starts a simulator; call `close()` at the end. Rejects when the port is taken. */
export async function startSlackSimulator(options: SlackSimulatorOptions = {}): Promise<SlackSimulator> {
  const clock = options.clock ?? systemClock;
  const timeoutMs = options.ackTimeoutMs ?? 3000;
  const state = createSlackState(clock);
  const log = createCallLog();
  const faults = createFaults();
  const app = express().disable('x-powered-by');
  const server = await listen(app, options.port, options.host);
  const url = () => server.url;
  const sockets = createSockets(server.server, state.app.id);
  const requests = createRequestUrl({ signingSecret: state.app.signingSecret, clock, timeoutMs });
  const modals = createModals(state);
  const responseUrls = createResponseUrls(state, url);
  let requestUrl = options.requestUrl ?? null;
  const retryMs = options.retryMs ?? [20, 200, 1000];
  const outbox = createOutbox({ clock, requestUrl: () => requestUrl, requests, sockets, retryMs, timeoutMs });
  reportEvents(state, outbox, new Set(options.events ?? ['message']));

  const everShown = new Map<string, readonly SlackButton[]>();
  state.watch.subscribe((change) => {
    if (change.kind !== 'message') return;
    const buttons = buttonsOf(change.message);
    if (buttons.length > 0) everShown.set(`${change.channel.id} ${change.message.ts}`, buttons);
  });

  const channelOf = (ref: ChannelRef): SlackChannel => {
    const id = typeof ref === 'string' ? ref : ref.id;
    return state.users.has(id) ? state.openDirect(id) : state.channel(id);
  };
  const personIn = (channel: SlackChannel, ref: UserRef | undefined): string => {
    if (ref !== undefined) return state.user(idOf(ref)).id;
    const person = [...channel.members].find((id) => id !== state.app.user.id);
    if (person === undefined) throw new ControlError(`No person in ${channel.id}`);
    return person;
  };
  const placeOf = ({ channel: ref, user, under }: Omit<TextOptions, 'text'>) => {
    const channel = channelOf(ref);
    return { channel, user: personIn(channel, user), ...(under !== undefined && { under: tsOf(under) }) };
  };
  const press = async ({ channel: ref, button, message, user: presser, stale }: PressOptions) => {
    const channel = channelOf(ref);
    const user = personIn(channel, presser);
    const ts = message === undefined ? undefined : tsOf(message);
    const shown = stale && ts !== undefined ? everShown.get(`${channel.id} ${ts}`) : undefined;
    const pressed = describePress(state, {
      channel,
      user,
      button,
      trigger: modals.newTrigger(user),
      ...(ts !== undefined && { ts }),
      ...(shown && { stale: shown }),
    });
    const answers = responseUrls.open(channel, pressed.message, user);
    const { ok, status } = await outbox.interact({ ...pressed.payload, response_url: answers });
    return { ok, status };
  };

  let submission: Record<string, unknown> | null = null;
  const send = async (user: string) => {
    if (!submission) throw new ControlError('Nothing was submitted');
    const { ok, status, answer } = await outbox.interact(submission);
    return { ok: ok && (modals.shown(user) === null || modals.finish(user, answer)), status };
  };

  const simulator: Omit<SlackSimulator, 'url' | 'close'> = {
    clock,
    team: state.team,
    app: { id: state.app.id, botId: state.app.botId, userId: state.app.user.id },
    botToken: state.app.botToken,
    appToken: state.app.appToken,
    signingSecret: state.app.signingSecret,
    addUser: (user) => addUser(state, user),
    addChannel: (channel) => shownChannel(addChannel(state, channel)),
    openDirect: (user) => shownChannel(state.openDirect(state.user(idOf(user)).id)),
    invite: (channel, user = state.app.user) => void channelOf(channel).members.add(idOf(user)),
    kickApp: (channel) => void channelOf(channel).members.delete(state.app.user.id),
    archive: (channel) => void (channelOf(channel).archived = true),
    revokeToken: () => void (state.app.revoked = true),
    removeScope: (scope) => void state.app.scopes.delete(scope),
    addScope: (scope) => void state.app.scopes.add(scope),
    async setRequestUrl(given) {
      requestUrl = given;
      if (given === null) return { ok: true, status: 0, body: '' };
      const challenge = state.newId('challenge');
      const answer = await requests.event(given, { token: 'deprecated', challenge, type: 'url_verification' });
      return { ok: answer.ok && answer.body.includes(challenge), status: answer.status, body: answer.body };
    },
    press,
    modal: (user) => modals.shown(idOf(user)),
    async submit({ user, values }) {
      submission = modals.submission(idOf(user), values);
      return await send(idOf(user));
    },
    resubmit: (user) => send(idOf(user)),
    async command({ channel: ref, command, text = '', user }) {
      const channel = channelOf(ref);
      const fields = describeCommand(state, { channel, user: personIn(channel, user), command, text });
      const { ok, status, answer } = await outbox.command(fields);
      return { ok, status, shown: ok ? shownAnswer(answer) : null };
    },
    async checkSsl() {
      if (requestUrl === null) throw new ControlError('The app has no Request URL');
      // Unsigned, as recorded in https://github.com/slackapi/bolt-js/issues/1397.
      const { ok, status } = await requests.form(requestUrl, { ssl_check: '1', token: 'deprecated' }, false);
      return { ok, status };
    },
    writeText: ({ text, ...place }) => writeText(state, { text, ...placeOf(place) }),
    sendFiles: ({ files, text = '', onlyIds = false, ...place }) =>
      sendFiles(state, { files, text, onlyIds, ...placeOf(place) }, url()),
    editText(channel, message, text) {
      const found = state.find(channelOf(channel), tsOf(message));
      return state.edit(channelOf(channel), tsOf(message), {
        text,
        edited: { user: found?.user ?? '', ts: state.newTs() },
      });
    },
    deleteMessage: (channel, message) => state.remove(channelOf(channel), tsOf(message)),
    messages: (channel) => state.messages(channelOf(channel)),
    async waitForMessage(matches, { timeoutMs = 5000, what = 'a message' } = {}) {
      const known = [...state.channels.values()].flatMap((channel) => state.messages(channel)).findLast(matches);
      if (known) return known;
      const change = await state.watch.next(
        (next) => next.kind !== 'notice' && next.kind !== 'delete' && matches(next.message),
        timeoutMs,
        what,
      );
      if (change.kind === 'notice') throw new Error('A notice is no message');
      return change.message;
    },
    notices: (user) => state.notices.filter((notice) => user === undefined || notice.user === idOf(user)),
    async waitForNotice(matches = () => true, { timeoutMs = 5000 } = {}) {
      const known = state.notices.findLast(matches);
      if (known) return known;
      const change = await state.watch.next(
        (next) => next.kind === 'notice' && matches(next.notice),
        timeoutMs,
        'a notice',
      );
      if (change.kind !== 'notice') throw new Error('A message is no notice');
      return change.notice;
    },
    file: (id) => state.files.get(id)?.bytes,
    calls: log.list,
    clearCalls: log.clear,
    waitForCall: (method, matches = () => true, { timeoutMs = 5000 } = {}) => {
      const known = log.list({ method }).find((call) => call.status !== 0 && matches(call));
      if (known) return Promise.resolve(known);
      return log.watch.next((call: Call) => call.method === method && matches(call), timeoutMs, `a call of ${method}`);
    },
    failNext(method, { error, ...fault }) {
      const { code, ...extra } = typeof error === 'object' ? error : { code: error ?? '' };
      const refusal = new SlackError(code, extra);
      const headers: Record<string, string> =
        extra.retryAfter === undefined ? {} : { 'retry-after': String(extra.retryAfter) };
      const answer = { status: extra.status ?? 200, body: errorBody(refusal), headers };
      faults.add(method, { ...fault, ...(error !== undefined && { answer }) });
    },
    clearFaults: faults.clear,
    events: () => outbox.sent,
    redeliver: (eventId) => {
      const event = outbox.sent.find((sent) => sent.eventId === eventId);
      if (!event) throw new ControlError(`No event ${eventId}`, 404);
      return outbox.redeliver(event);
    },
    async send(payload, as = 'event') {
      if (requestUrl === null) throw new ControlError('The app has no Request URL');
      const { ok, status, body } = await requests[as](
        requestUrl,
        as === 'event' && !('type' in payload) ? envelope(state, payload) : payload,
      );
      return { ok, status, body };
    },
    sockets: sockets.count,
    refreshSockets: sockets.refresh,
    dropSockets: sockets.drop,
  };

  const openSocket = () =>
    `ws://${options.socketHost ?? new URL(server.url).host}/link/?ticket=${sockets.newTicket()}&app_id=${state.app.id}`;
  const limits = createRateLimits(clock, options.limits ?? false);
  app.use(
    slackApi({ state, log, faults, shared: { limits, modals, fetchUrls: options.fetchUrls ?? true, url, openSocket } }),
  );
  app.use(responseUrls.router);
  app.use('/control', controlRouter(controlRoutes(simulator, state)));
  return {
    ...simulator,
    url: server.url,
    close: async () => {
      outbox.close();
      requests.close();
      sockets.close();
      await server.close();
    },
  };
}

const idOf = (ref: UserRef): string => (typeof ref === 'string' ? ref : ref.id);
const tsOf = (ref: MessageRef): string => (typeof ref === 'string' ? ref : ref.ts);
const shownChannel = ({ id, name, kind }: SlackChannel) => ({ id, name, kind });
