import { PlatformError, type ConnectionContext } from '@gateway/platform-kit';
import { LogLevel, WebClient, type WebClientOptions } from '@slack/web-api';
import { toPlatformError } from './errors.js';

/** What an operator typed in; an empty `app_token` counts as none. */
interface SlackCredentials {
  readonly bot_token: string;
  readonly signing_secret: string;
  readonly app_token?: string | undefined;
}

export type SlackContext = ConnectionContext<SlackCredentials>;

/** Makes requests with Slack's SDK. Throws nothing but `PlatformError`; `signal` and a time limit end it. */
export type Call = <T>(signal: AbortSignal | undefined, request: (web: WebClient) => Promise<T>) => Promise<T>;

const CALL_MS = 15_000;
const UPLOAD_MS = 120_000;

/** The bot's calls, with the time limit that each kind of request needs; `app` speaks with the app-level token. */
export interface Slack {
  readonly call: Call;
  readonly upload: Call;
  readonly app: Call | null;
}

export function createSlack(context: SlackContext): Slack {
  const { bot_token, app_token } = context.credentials;
  const app = app_token ? createCall(context, app_token, CALL_MS) : null;
  return {
    call: createCall(context, bot_token, CALL_MS),
    upload: createCall(context, bot_token, UPLOAD_MS),
    app:
      app &&
      ((signal, request) => app(signal, request).catch((error: unknown) => Promise.reject(aboutAppToken(error)))),
  };
}

/** The SDK's settings for this account. It takes no signal, so the signal goes into its fetch. */
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

/** Methods live under `/api/`; an operator may name the root with or without that. */
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

/** The same refusal means another token and another page here. */
function aboutAppToken(error: unknown): unknown {
  if (!(error instanceof PlatformError) || (error.code !== 'auth' && error.code !== 'forbidden')) return error;
  return new PlatformError(error.code, `The app-level token is refused. ${error.message}`, {
    hint: 'Make an app-level token (xapp-…) with the scope connections:write on the page Basic Information of the app, and turn on Socket Mode.',
  });
}

const ignore = () => {};

/** The SDK's own log lines may carry tokens and what people write. */
export const silent = {
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  setLevel: ignore,
  getLevel: () => LogLevel.ERROR,
  setName: ignore,
} satisfies WebClientOptions['logger'];
