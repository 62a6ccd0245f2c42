import { PlatformError, type ConnectionContext } from '@gateway/platform-kit';
import { LogLevel, WebClient, type WebClientOptions } from '@slack/web-api';
import { toPlatformError } from './errors.js';

/** The credentials that an operator entered. An empty `app_token` counts as none. */
interface SlackCredentials {
  readonly bot_token: string;
  readonly signing_secret: string;
  readonly app_token?: string | undefined;
}

export type SlackContext = ConnectionContext<SlackCredentials>;

/** Makes requests with Slack's SDK. Throws nothing but `PlatformError`; `signal` and a time limit end it. */
export type Call = <T>(signal: AbortSignal | undefined, request: (web: WebClient) => Promise<T>) => Promise<T>;

const CALL_TIMEOUT_MS = 15_000;
/** A trigger is valid for three seconds, in which the press must be acknowledged, too. */
const TRIGGER_TIMEOUT_MS = 2000;
const UPLOAD_TIMEOUT_MS = 120_000;

/** Calls with the bot token, each with the time limit of its kind of request. `app` calls with the app-level token; null without one. */
export interface Slack {
  readonly call: Call;
  readonly upload: Call;
  readonly trigger: Call;
  readonly app: Call | null;
}

export function createSlack(context: SlackContext): Slack {
  const { bot_token, app_token } = context.credentials;
  const app = app_token ? createCall(context, app_token, CALL_TIMEOUT_MS) : null;
  return {
    call: createCall(context, bot_token, CALL_TIMEOUT_MS),
    upload: createCall(context, bot_token, UPLOAD_TIMEOUT_MS),
    trigger: createCall(context, bot_token, TRIGGER_TIMEOUT_MS),
    app:
      app &&
      ((signal, request) => app(signal, request).catch((error: unknown) => Promise.reject(aboutAppToken(error)))),
  };
}

/** The SDK's settings for this account. The SDK takes no signal, so its fetch does. */
export function clientOptions(
  { endpoints, fetch }: SlackContext,
  timeout: number,
  signal?: AbortSignal,
): WebClientOptions {
  return {
    slackApiUrl: methodRoot(endpoints['api'] ?? ''),
    timeout,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    allowAbsoluteUrls: false,
    logger: silent,
    fetch: (url, init) => {
      const signals = [init?.signal, signal].filter((given) => given instanceof AbortSignal);
      return fetch(url, { ...(init as RequestInit), signal: AbortSignal.any(signals) });
    },
  };
}

/** Methods are below `/api/`. An operator may set the root address with or without that path. */
function methodRoot(address: string): string {
  return `${address.replace(/(?<!\/)\/+$/, '').replace(/\/api$/, '')}/api/`;
}

function createCall(context: SlackContext, token: string, timeout: number): Call {
  const { bot_token, signing_secret, app_token } = context.credentials;
  const secrets = [bot_token, signing_secret, app_token ?? ''].filter((secret) => secret !== '');
  return async (signal, request) => {
    try {
      signal?.throwIfAborted();
      return await request(new WebClient(token, clientOptions(context, timeout, signal)));
    } catch (error) {
      throw error instanceof PlatformError ? error : toPlatformError(error, secrets, signal?.aborted === true);
    }
  };
}

/** Adds the hint for the app-level token, which is on another page than the bot token. */
function aboutAppToken(error: unknown): unknown {
  if (!(error instanceof PlatformError) || (error.code !== 'auth' && error.code !== 'forbidden')) return error;
  return new PlatformError(error.code, `The app-level token is refused. ${error.message}`, {
    hint: 'Create an app-level token (xapp-…) with the scope connections:write on the page Basic Information of the app, and turn on Socket Mode.',
  });
}

const ignore = () => {};

/** The SDK's own log lines may contain tokens and the texts of messages. */
export const silent = {
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  setLevel: ignore,
  getLevel: () => LogLevel.ERROR,
  setName: ignore,
} satisfies WebClientOptions['logger'];
