import type { ConnectionContext } from '@gateway/platform-kit';
import { Api, type RawApi } from 'grammy';
import { toPlatformError } from './errors.js';
import { createUpload, type Upload } from './upload.js';

type GrammySignal = Parameters<RawApi['getMe']>[0];

/** Makes one request with grammY. Throws nothing but `PlatformError`; `signal` and a time limit end it. */
type Call = <T>(
  signal: AbortSignal | undefined,
  request: (api: RawApi, signal: GrammySignal) => Promise<T>,
) => Promise<T>;

/** Calls of one account, each with the time limit of its kind of request. */
export interface Telegram {
  readonly call: Call;
  readonly upload: Upload;
  readonly longPoll: Call;
}

/** Seconds for which Telegram may hold a `getUpdates` request open. */
export const LONG_POLL_SECONDS = 50;

export function createTelegram(context: ConnectionContext<{ readonly bot_token: string }>): Telegram {
  return {
    call: createCall(context, 15),
    upload: createUpload(context),
    longPoll: createCall(context, LONG_POLL_SECONDS + 15),
  };
}

function createCall(
  { credentials, endpoints, fetch }: ConnectionContext<{ readonly bot_token: string }>,
  timeoutSeconds: number,
): Call {
  const token = credentials.bot_token;
  const { raw } = new Api(token, { apiRoot: endpoints['api'], fetch: adaptFetch(fetch), timeoutSeconds });
  return async (signal, request) => {
    try {
      return await request(raw, signal as GrammySignal);
    } catch (error) {
      throw toPlatformError(error, token, signal?.aborted === true);
    }
  };
}

interface GrammyRequest extends Omit<RequestInit, 'signal'> {
  readonly signal: { readonly aborted: boolean; addEventListener(type: 'abort', listener: () => void): void };
  readonly agent?: unknown;
  readonly compress?: unknown;
}

/** grammY is written for node-fetch: it passes options of that library and an abort signal that is not the built-in one. */
function adaptFetch(fetch: typeof globalThis.fetch) {
  return (url: string, { signal, agent: _agent, compress: _compress, ...init }: GrammyRequest) => {
    const controller = new AbortController();
    if (signal.aborted) controller.abort();
    else signal.addEventListener('abort', () => controller.abort());
    return fetch(url, { ...init, signal: controller.signal });
  };
}
