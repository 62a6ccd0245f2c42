import { randomUUID } from 'node:crypto';
import express from 'express';
import { ControlError, isButton, listen, systemClock } from '@gateway/sandbox/server';
import { type CallControl, callRoutes } from '../common/call-control.js';
import { createCallLog } from '../common/call-log.js';
import { controlRouter } from '../common/control.js';
import { createFaults } from '../common/faults.js';
import { installedActivity, pressActivity, taskActivity, textActivity, type Speaking } from './activities.js';
import { actionsOf, cardOf, CARD_TYPE, textOf, type CardAction } from './cards.js';
import { teamsApi } from './connector.js';
import { controlRoutes } from './control-routes.js';
import { createDelivery, type Reply } from './delivery.js';
import { createDialogs, opensDialog } from './dialogs.js';
import type {
  ConversationRef,
  TeamsFilesOptions,
  TeamsMessage,
  TeamsPress,
  TeamsPressResult,
  TeamsSimulator,
  TeamsSimulatorOptions,
  TeamsTextOptions,
} from './simulator-types.js';
import { createFiles } from './files.js';
import { createIdentityService } from './identity-service.js';
import { createLogin } from './login.js';
import type { Activity, ChannelAccount, Conversation, Post } from './types.js';
import { createTeamsState } from './state.js';

/** Starts a simulator; call `close()` at the end. Rejects when the port is taken. */
export async function startTeamsSimulator(options: TeamsSimulatorOptions = {}): Promise<TeamsSimulator> {
  const {
    clock = systemClock,
    appId = randomUUID(),
    appPassword = `secret~${randomUUID()}`,
    tenantId = randomUUID(),
  } = options;
  const bot: ChannelAccount = { id: `28:${appId}`, name: options.botName ?? 'Simulated Bot' };
  const identities = createIdentityService({
    identities: options.identities ?? [],
    header: options.identityHeader,
    clock,
  });
  const login = await createLogin({
    identities,
    certificate: options.certificate,
    federatedIdentity: options.federatedIdentity,
    appId,
    appPassword,
    tenantId,
    cloud: options.cloud ?? 'Public',
    clock,
    endorsements: options.endorsements === undefined ? ['msteams'] : options.endorsements,
  });
  const state = createTeamsState(clock);
  const dialogs = createDialogs();
  const files = createFiles(login);
  const log = createCallLog();
  const faults = createFaults();
  const callControl: CallControl = {
    calls: log.list,
    clearCalls: log.clear,
    failNext: faults.add,
    clearFaults: faults.clear,
  };
  const stop = new AbortController();
  const delivery = createDelivery(
    login,
    clock,
    { retryMs: options.retryMs ?? 50, attempts: options.attempts ?? 5, timeoutMs: options.timeoutMs ?? 15_000 },
    stop.signal,
  );
  /** The actions of each card as first posted. */
  const offered = new Map<string, CardAction[]>();
  let webhookUrl = options.webhookUrl;
  let newest: Activity | undefined;

  const app = express();
  app.disable('x-powered-by');
  app.use('/control', controlRouter({ ...callRoutes(callControl), ...controlRoutes(() => simulator) }));
  app.use(files.router);
  app.use(teamsApi({ state, login, identities, log, faults, clock, appId, tenantId }));
  const server = await listen(app, options.port, options.host);
  const serviceUrl = `${server.url}/emea/`;

  state.watch.subscribe((post) => {
    if (post.edits === 0) offered.set(post.id, actionsOf(cardOf(post.activity)));
  });
  const conversationOf = (ref: ConversationRef) => state.named(typeof ref === 'string' ? ref : ref.id);
  const speaking = (conversation: Conversation, person: ChannelAccount | undefined, thread?: string): Speaking => {
    const author = person ?? conversation.members[0];
    if (!author) throw new ControlError(`No person in ${conversation.id}`);
    return { conversation, person: author, bot, serviceUrl, tenantId, at: clock.now(), thread };
  };
  const deliver = async (activity: Activity): Promise<Reply> => {
    if (webhookUrl === undefined) throw new ControlError('The bot has no webhook URL: set one with setWebhook');
    newest = activity;
    return await delivery.deliver(webhookUrl, activity);
  };
  const writing = ({
    conversation: ref,
    text,
    person,
    replyTo,
    quote,
    mention = false,
    files: sent = [],
  }: TeamsTextOptions & Partial<Pick<TeamsFilesOptions, 'files'>>): Activity => {
    const conversation = conversationOf(ref);
    const id = state.nextId();
    const root = replyTo === undefined ? id : (threadOf(conversation.posts.get(replyTo)) ?? replyTo);
    const inChannel = conversation.type === 'channel';
    const activity = textActivity(speaking(conversation, person, root), id, text, {
      replyToId: inChannel ? undefined : replyTo,
      mention,
      quote: quote === undefined ? undefined : conversation.posts.get(quote),
      files: sent.map((file) => files.add(file, server.url)),
    });
    state.keep(conversation, {
      id,
      conversation: inChannel ? `${conversation.id};messageid=${root}` : conversation.id,
      fromBot: false,
      activity,
    });
    return activity;
  };

  /** Sends an invoke of a dialog, and applies the bot's reply. */
  const exchange = async (by: Speaking, name: 'task/fetch' | 'task/submit', post: Post, data: unknown) => {
    const reply = await deliver(taskActivity(by, name, data, name === 'task/fetch' ? post : undefined));
    return { ...reply, card: null, notice: null, ok: dialogs.apply(by.person, post, name, reply) };
  };

  const simulator: TeamsSimulator = {
    ...callControl,
    url: server.url,
    endpoints: {
      token: server.url,
      openid: `${server.url}/v1/.well-known/openidconfiguration`,
      service: `${server.url}/teams`,
      identity: options.identityHeader === undefined ? server.url : `${server.url}/msi/token`,
    },
    appId,
    appPassword,
    tenantId,
    bot,
    setWebhook: (url) => void (webhookUrl = url),
    addPerson: state.addPerson,
    addConversation: state.addConversation,
    install: async (ref) => {
      const conversation = conversationOf(ref);
      conversation.installed = true;
      return await deliver(installedActivity(speaking(conversation, undefined), 'add'));
    },
    uninstall: async (ref) => {
      const conversation = conversationOf(ref);
      conversation.installed = false;
      if (webhookUrl !== undefined) await deliver(installedActivity(speaking(conversation, undefined), 'remove'));
    },
    write: async (text) => await deliver(writing(text)),
    sendFiles: async ({ text = '', ...sending }) => await deliver(writing({ text, ...sending })),
    press: async ({
      conversation: ref,
      button,
      person,
      message,
      by = 'execute',
      stale = false,
    }: TeamsPress): Promise<TeamsPressResult> => {
      const conversation = conversationOf(ref);
      const actions = ({ id, activity }: Post) => (stale ? (offered.get(id) ?? []) : actionsOf(cardOf(activity)));
      const post =
        message === undefined
          ? [...conversation.posts.values()].findLast((each) => actions(each).length > 0)
          : conversation.posts.get(message);
      const action =
        post &&
        (typeof button === 'number'
          ? actions(post)[button]
          : actions(post).find(({ title }) => isButton(title, button)));
      if (!post || !action) throw new ControlError(`No button ${button} in ${conversation.id}`, 404);
      const shown = by === 'submit' && action.type === 'Action.Execute' ? action.fallback : action;
      if (!shown) throw new ControlError('This client cannot press a button without a fallback');
      if (opensDialog(shown)) {
        return await exchange(
          speaking(conversation, person, threadOf(post) ?? post.id),
          'task/fetch',
          post,
          shown.data,
        );
      }
      const how = shown.type === 'Action.Execute' ? 'execute' : 'submit';
      const reply = await deliver(
        pressActivity(speaking(conversation, person, threadOf(post) ?? post.id), post, shown, how),
      );
      return { ...reply, ...presserView(reply), ok: reply.status === 200 };
    },
    dialog: dialogs.shown,
    submit: async ({ person: given, values }) => {
      const person = state.people.find(({ id }) => id === given.id) ?? given;
      const { post, data } = dialogs.submission(person, values);
      const conversation = conversationOf(post.conversation);
      return await exchange(speaking(conversation, person, threadOf(post) ?? post.id), 'task/submit', post, data);
    },
    dialogMessages: (person) => dialogs.messages.filter((shown) => shown.person === person.id).map(({ text }) => text),
    redeliver: async () => {
      if (!newest) throw new ControlError('No activity was posted yet');
      return await deliver(newest);
    },
    compose: async (text, token) => {
      const activity = writing(text);
      return {
        activity,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          authorization: `Bearer ${await login.sign(serviceUrl, token)}`,
        },
      };
    },
    sign: (token) => login.sign(serviceUrl, token),
    messages: (ref) =>
      (ref === undefined ? [...state.conversations.values()] : [conversationOf(ref)]).flatMap(({ posts }) =>
        [...posts.values()].map(asShown),
      ),
    waitForMessage: async (matches, timeoutMs = 5_000) => {
      const known = simulator.messages().findLast(matches);
      return known ?? asShown(await state.watch.next((post) => matches(asShown(post)), timeoutMs, 'a message'));
    },
    revokeTokens: login.revokeTokens,
    rotateKeys: login.rotateKeys,
    close: async () => {
      stop.abort();
      await server.close();
    },
  };
  return simulator;
}

function threadOf(post: Post | undefined): string | undefined {
  return /;messageid=([^;]+)$/.exec(post?.conversation ?? '')?.[1];
}

function asShown({ id, conversation, fromBot, activity, replyToId, edits }: Post): TeamsMessage {
  const card = cardOf(activity);
  return {
    id,
    conversation,
    fromBot,
    text: card === undefined ? (activity.text ?? '') : textOf(card),
    buttons: actionsOf(card).map(({ title }) => title),
    ...(replyToId !== undefined && { replyToId }),
    edits,
    activity,
  };
}

/** What the presser sees after the answer to an invoke. */
function presserView({ status, body }: Reply): { card: string | null; notice: string | null } {
  const { statusCode, type, value } = (body ?? {}) as { statusCode?: unknown; type?: unknown; value?: unknown };
  if (status !== 200 || statusCode !== 200) return { card: null, notice: null };
  return {
    card: type === CARD_TYPE ? textOf(value) : null,
    notice: type === 'application/vnd.microsoft.activity.message' ? String(value) : null,
  };
}
