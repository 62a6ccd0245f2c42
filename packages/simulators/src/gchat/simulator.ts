import express from 'express';
import { ControlError, listen, systemClock } from '@gateway/sandbox/server';
import { createCallLog } from '../common/call-log.js';
import { controlRouter } from '../common/control.js';
import { createFaults } from '../common/faults.js';
import { createAccounts, type IdentityPool, type ServiceAccount } from './accounts.js';
import { applyAnswer } from './answers.js';
import { gchatApi } from './api.js';
import { controlRoutes } from './control-routes.js';
import { createDelivery, type AppSettings } from './delivery.js';
import { createDialogs } from './dialogs.js';
import { errorBody } from './errors.js';
import { eventOf, type ChatEvent } from './events.js';
import type {
  GchatSimulator,
  GchatSimulatorOptions,
  AppReaction,
  DialogReaction,
  FilesOptions,
  TextOptions,
} from './simulator-types.js';
import { signingKey, signToken } from './keys.js';
import { findButton, write } from './user-actions.js';
import type { GchatMessage, GchatUser } from './types.js';
import { createGchatState, type SpaceState } from './state.js';

const PROJECT_NUMBER = '123456789012';
const POOL = `//iam.googleapis.com/projects/${PROJECT_NUMBER}/locations/global/workloadIdentityPools/own/providers/own`;
const ADDON_ACCOUNT = `service-${PROJECT_NUMBER}@gcp-sa-gsuiteaddons.iam.gserviceaccount.com`;

/** Starts a simulator; call `close()` at the end. Rejects when the port is taken. */
export async function startGchatSimulator(options: GchatSimulatorOptions = {}): Promise<GchatSimulator> {
  const clock = options.clock ?? systemClock;
  const [identity, chat, foreign, own] = (await Promise.all([0, 1, 2, 3].map(signingKey))) as [Key, Key, Key, Key];
  const settings: AppSettings = {
    webhookUrl: options.webhookUrl ?? null,
    format: options.format ?? 'classic',
    audience: options.audience ?? 'url',
  };
  const state = createGchatState(clock);
  const dialogs = createDialogs();
  const log = createCallLog();
  const faults = createFaults();
  let url = '';
  const accounts = createAccounts(clock, () => `${url}/token`);
  const account: ServiceAccount = { email: 'gateway@demo-project.iam.gserviceaccount.com', key: own, isRevoked: false };
  accounts.accounts.set(account.email, account);
  const timing = {
    attempts: options.attempts ?? 5,
    retryMs: options.retryMs ?? 50,
    timeoutMs: options.timeoutMs ?? 30_000,
  };
  const delivery = createDelivery({
    settings,
    clock,
    projectNumber: PROJECT_NUMBER,
    addonAccount: ADDON_ACCOUNT,
    keys: { identity, chat, foreign },
    timing,
  });
  const pool: IdentityPool = { audience: POOL, issuer: 'https://identity.example', key: foreign };
  const posted: object[] = [];

  const spaceStateOf = (space: TextOptions['space']): SpaceState => {
    const name = typeof space === 'string' ? space : space.name;
    const spaceState = state.spaceStates.get(name);
    if (!spaceState) throw new ControlError(`No space ${name}`, 404);
    return spaceState;
  };
  const personOf = (user: GchatUser | undefined): GchatUser =>
    user ?? [...state.users.values()][0] ?? state.addUser('Ada');
  const report = async (chatEvent: Omit<ChatEvent, 'eventTime'>) => {
    const event = eventOf(settings.format, { ...chatEvent, eventTime: state.now() });
    posted.push(event);
    return await delivery.post(event);
  };
  const reactionTo = async (
    spaceState: SpaceState,
    message: GchatMessage,
    chatEvent: Omit<ChatEvent, 'eventTime'>,
  ): Promise<AppReaction> => {
    const answer = await report(chatEvent);
    const isTaken = answer.status >= 200 && answer.status < 300;
    const effect = isTaken
      ? applyAnswer(state, spaceState, message, settings.format, answer.body)
      : { kind: 'invalid' as const, message: null };
    return { ...answer, ...effect };
  };

  const send = async ({ space: ref, user, ...content }: TextOptions & Partial<Pick<FilesOptions, 'files'>>) => {
    const spaceState = spaceStateOf(ref);
    const person = personOf(user);
    const written = write(state, spaceState, person, content, settings.format === 'classic');
    const { space } = spaceState;
    const reaction = await reactionTo(spaceState, written, { kind: 'message', user: person, space, message: written });
    return { written, ...reaction };
  };

  const dialogReactionTo = async (
    spaceState: SpaceState,
    chatEvent: Omit<ChatEvent, 'eventTime' | 'message'> & { readonly message: GchatMessage },
  ): Promise<DialogReaction> => {
    const answer = await report(chatEvent);
    const { user, message } = chatEvent;
    const isTaken = answer.status >= 200 && answer.status < 300;
    const kind = isTaken ? dialogs.apply(user, { spaceState, message }, settings.format, answer.body) : 'invalid';
    return { ...answer, kind };
  };

  const simulator: Omit<GchatSimulator, 'url' | 'endpoints' | 'serviceAccountJson' | 'close'> = {
    projectNumber: PROJECT_NUMBER,
    addonAccount: ADDON_ACCOUNT,
    clock,
    unknownAccountJson: async () =>
      keyFile({ email: 'unknown@demo-project.iam.gserviceaccount.com', key: await signingKey(4) }, `${url}/token`),
    externalAccountJson: (source) =>
      JSON.stringify({
        type: 'external_account',
        audience: POOL,
        subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
        token_url: 'https://sts.googleapis.com/v1/token',
        service_account_impersonation_url: `https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/${account.email}:generateAccessToken`,
        credential_source: source,
      }),
    identityToken: (claims = {}) =>
      signToken(pool.key, {
        iss: pool.issuer,
        aud: POOL,
        sub: 'gateway',
        exp: Math.floor(clock.now() / 1000) + 3600,
        ...claims,
      }),
    revokeKey: () => void (account.isRevoked = true),
    expireTokens: accounts.expireTokens,
    delegate: (user) => accounts.delegate(account.email, user),
    configure: (changes) => void Object.assign(settings, changes),
    addUser: state.addUser,
    addSpace: (displayName) => state.addSpace(displayName),
    addDirectMessage: (person) => state.addSpace(undefined, person),
    removeApp: (space) => void (spaceStateOf(space).isMember = false),
    addApp: async (ref) => {
      const spaceState = spaceStateOf(ref);
      spaceState.isMember = true;
      return await report({ kind: 'added', user: personOf(undefined), space: spaceState.space });
    },
    press: async ({ space, user, ...choice }) => {
      const spaceState = spaceStateOf(space);
      const { message, button } = findButton(spaceState, choice);
      if (button.onClick.action?.interaction === 'OPEN_DIALOG') {
        const pressed = { kind: 'press', user: personOf(user), space: spaceState.space, message, button } as const;
        const { kind, ...answer } = await dialogReactionTo(spaceState, { ...pressed, dialog: 'REQUEST_DIALOG' });
        return { ...answer, kind: kind === 'invalid' ? kind : 'none', message: null };
      }
      return await reactionTo(spaceState, message, {
        kind: 'press',
        user: personOf(user),
        space: spaceState.space,
        message,
        button,
      });
    },
    dialog: dialogs.shown,
    submit: async ({ user, values }) => {
      const { spaceState, ...submitted } = dialogs.submission(user, values);
      const event = { kind: 'press', dialog: 'SUBMIT_DIALOG', user, space: spaceState.space, ...submitted } as const;
      return await dialogReactionTo(spaceState, event);
    },
    notifications: () => dialogs.notifications,
    writeText: (text) => send(text),
    sendFiles: ({ text = '', ...sent }) => send({ text, ...sent }),
    messages: (space) => [...spaceStateOf(space).messages.values()],
    events: () => posted,
    redeliver: async (event) => {
      const redelivered = event ?? posted.at(-1);
      if (!redelivered) throw new ControlError('No event was posted yet', 404);
      return await delivery.post(redelivered);
    },
    textEvent: ({ space, user, ...text }) => {
      const spaceState = spaceStateOf(space);
      const person = personOf(user);
      const message = write(state, spaceState, person, text, settings.format === 'classic');
      return eventOf(settings.format, {
        kind: 'message',
        user: person,
        space: spaceState.space,
        message,
        eventTime: state.now(),
      });
    },
    bearer: delivery.bearer,
    calls: log.list,
    clearCalls: log.clear,
    failNext: (method, { error, ...fault }) => {
      if (!error) return faults.add(method, fault);
      const headers: Record<string, string> =
        error.retryAfter === undefined ? {} : { 'retry-after': String(error.retryAfter) };
      faults.add(method, {
        ...fault,
        answer: { status: error.code, body: errorBody(error.code, error.message), headers },
      });
    },
    clearFaults: faults.clear,
  };

  const app = express();
  app.disable('x-powered-by');
  app.use(gchatApi({ state, accounts, clock, log, faults, pool, keys: [identity, chat] }));
  app.use('/control', controlRouter(controlRoutes(simulator, state)));
  const server = await listen(app, options.port, options.host);
  url = server.url;
  return {
    ...simulator,
    url,
    endpoints: { api: url, token: `${url}/token`, jwks: `${url}/jwks`, sts: url, iam: url },
    serviceAccountJson: keyFile(account, `${url}/token`),
    close: async () => {
      delivery.stop();
      await server.close();
    },
  };
}

type Key = Awaited<ReturnType<typeof signingKey>>;

/** A key file in the format of the Google Cloud console. */
function keyFile({ email, key }: Pick<ServiceAccount, 'email' | 'key'>, tokenUri: string): string {
  return JSON.stringify({
    type: 'service_account',
    project_id: 'demo-project',
    private_key_id: key.kid,
    private_key: key.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    client_email: email,
    client_id: '112233445566778899000',
    token_uri: tokenUri,
  });
}
