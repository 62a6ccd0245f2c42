import {
  createDialogReplies,
  PlatformError,
  type Connection,
  type ConnectionContext,
  type OutboundMessage,
  type Posted,
} from '@gateway/platform-kit';
import { parseSpace, personOf } from './address.js';
import { createApi, type Call } from './api.js';
import { externalGrant } from './external-grant.js';
import { isExternalAccount, readExternalAccount } from './external-account.js';
import { createReadFile } from './files.js';
import { findChats } from './find-chats.js';
import { readKeyFile } from './key-file.js';
import { createPlaces, type PlaceOf } from './places.js';
import { createThreads, namesOf, post, type Threads } from './messages.js';
import { probe } from './probe.js';
import { closePrompt, sendPrompt } from './prompts.js';
import { renderText } from './render.js';
import { createTokens, keyGrant, type Granted, type TokenPurpose } from './tokens.js';
import { createVerifier } from './verify.js';
import { createWebhook } from './webhook.js';

const BOT_SCOPE = 'https://www.googleapis.com/auth/chat.bot';
const READ_SPACES_SCOPE = 'https://www.googleapis.com/auth/chat.spaces.readonly';

/** The credentials of one channel, as the manifest declares them. */
interface GchatCredentials {
  readonly service_account_json: string;
  readonly google_chat_project_number?: string | undefined;
  readonly workspace_addon_service_account?: string | undefined;
  readonly impersonate_user?: string | undefined;
}

export type GchatContext = Omit<ConnectionContext, 'credentials'> & { readonly credentials: GchatCredentials };

export function connect(context: GchatContext): Connection {
  const { credentials, webhookUrl, deliver, log } = context;
  const { clientEmail, grantFor } = signIn(context);
  const tokens = createTokens(context, grantFor({ scope: BOT_SCOPE }));
  const call = createApi(context, tokens);
  const threads = createThreads(call);
  const placeOf = createPlaces(call);
  const subject = credentials.impersonate_user || undefined;
  const callAsUser =
    subject === undefined
      ? null
      : createApi(context, createTokens(context, grantFor({ scope: READ_SPACES_SCOPE, subject })));
  const verify = createVerifier(context, {
    projectNumber: credentials.google_chat_project_number || null,
    addonAccount: credentials.workspace_addon_service_account || null,
  });
  const dialogs = createDialogReplies();
  const readFile = createReadFile(context, tokens);
  const action = webhookUrl ?? 'answer';
  const prompts = { call, placeOf, threads, action };
  return {
    probe: (target, signal) => probe({ tokens, call, placeOf, callAsUser, clientEmail }, target, signal),
    chats: (_search, signal) => findChats(call, signal),
    sendMessage: (message, signal) => sendMessage({ call, placeOf, threads }, message, signal),
    sendPrompt: (question, signal) => sendPrompt(prompts, question, signal),
    closePrompt: (closed, signal) => closePrompt(prompts, closed, signal),
    openDialog: async (dialog) => dialogs.open(dialog),
    webhook: createWebhook({ verify, deliver, threads, dialogs, action, readFile, log }),
    // An operator sets the address in Google's console. At start, only the key can be checked.
    register: async (signal) => void (await tokens.get(signal)),
    // There is nothing to close: the sockets belong to the gateway's fetch.
    close: async () => {},
  };
}

/** The service account, and how its tokens are fetched. */
function signIn(context: GchatContext): {
  readonly clientEmail: string;
  readonly grantFor: (purpose: TokenPurpose) => () => Promise<Granted>;
} {
  const { service_account_json: json, impersonate_user: user } = context.credentials;
  if (!isExternalAccount(json)) {
    const key = readKeyFile(json);
    if (typeof key === 'string') throw new PlatformError('auth', `The service account JSON ${key}.`);
    return { clientEmail: key.clientEmail, grantFor: (purpose) => keyGrant(context, key, purpose) };
  }
  const account = readExternalAccount(json);
  if (typeof account === 'string') throw new PlatformError('auth', `The service account JSON ${account}.`);
  if (user) {
    throw new PlatformError('auth', 'Acting for a user needs the key file of a service account.', {
      hint: 'Leave the user out: workload identity federation has no domain-wide delegation.',
    });
  }
  return { clientEmail: account.clientEmail, grantFor: ({ scope }) => externalGrant(context, account, scope) };
}

async function sendMessage(
  { call, placeOf, threads }: { readonly call: Call; readonly placeOf: PlaceOf; readonly threads: Threads },
  { target, text, replyTo, thread: given, privateTo, idempotencyKey }: OutboundMessage,
  signal?: AbortSignal,
): Promise<Posted> {
  const address = await placeOf(target, signal);
  const named = given === undefined ? null : parseSpace(`${address.space}/threads/${given}`).thread;
  const thread = address.thread ?? named ?? (replyTo === undefined ? null : await threads.find(replyTo, signal));
  const place = { space: address.space, thread };
  // In a direct message, only the person reads it anyway.
  const isPrivate = privateTo !== undefined && personOf(target) === null;
  const viewer = isPrivate ? { privateMessageViewer: { name: privateTo } } : {};
  const posted = await post(call, place, { ...renderText(text), ...viewer }, idempotencyKey, signal);
  threads.add(posted.name, posted.thread);
  return { messageId: posted.name, messageIds: namesOf(place, [posted]), ref: null };
}
