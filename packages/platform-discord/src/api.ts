import { REST, type RawFile } from '@discordjs/rest';
import type { ConnectionContext } from '@gateway/platform-kit';
import { toPlatformError } from './errors.js';

interface DiscordCredentials {
  readonly bot_token: string;
  readonly public_key?: string | undefined;
  readonly application_id?: string | undefined;
}

export type DiscordContext = ConnectionContext<DiscordCredentials>;

interface CallOptions {
  readonly body?: unknown;
  readonly files?: RawFile[];
  /** False for routes with an interaction's token in their path. */
  readonly auth?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Discord's REST API. Throws nothing but `PlatformError`; `signal` and a time limit end every call. */
export interface Api {
  call<T>(method: 'get' | 'post' | 'patch' | 'delete', route: `/${string}`, options?: CallOptions): Promise<T>;
  close(): void;
}

const TIMEOUT_MS = 15_000;
const UPLOAD_TIMEOUT_MS = 120_000;

export function createApi({ credentials, endpoints, fetch }: DiscordContext): Api {
  const token = credentials.bot_token.replace(/^Bot\s+/i, '');
  const root = (endpoints['api'] ?? '').replace(/(?<!\/)\/+$/, '');
  const rest = new REST({
    api: root.endsWith('/api') ? root : `${root}/api`,
    version: '10',
    retries: 0,
    timeout: UPLOAD_TIMEOUT_MS,
    // The core waits for rate limits; in the SDK's queue, one would block all later calls.
    rejectOnRateLimit: () => true,
    makeRequest: async (url, init) => adaptResponse(await fetch(url, init)),
  });
  return {
    async call<T>(
      method: 'get' | 'post' | 'patch' | 'delete',
      route: `/${string}`,
      { signal, ...options }: CallOptions = {},
    ): Promise<T> {
      const timeout = AbortSignal.timeout(options.files ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS);
      const ended = signal ? AbortSignal.any([signal, timeout]) : timeout;
      // The SDK drops the token after a 401, and would then fail without a request.
      rest.setToken(token);
      try {
        const request = rest[method](route, { ...options, signal: ended });
        return (await Promise.race([request, rejection(ended)])) as T;
      } catch (error) {
        throw toPlatformError(error, token, signal?.aborted ? 'cancelled' : timeout.aborted ? 'timeout' : null);
      }
    },
    close() {
      rest.clearHashSweeper();
      rest.clearHandlerSweeper();
    },
  };
}

/** Adapts responses to the SDK: it reads a rate limit's wait time only from the header, and would parse an empty body declared as JSON. */
async function adaptResponse(response: Response): Promise<Response> {
  const { status } = response;
  const headers = new Headers(response.headers);
  if (status === 204) {
    headers.delete('content-type');
    return new Response(null, { status, headers });
  }
  if (status !== 429 || headers.has('retry-after')) return response;
  const body = await response.text();
  headers.set('retry-after', String(/"retry_after"\s*:\s*([\d.]+)/.exec(body)?.[1] ?? 1));
  return new Response(body, { status, headers });
}

/** Rejects when the signal aborts. The SDK aborts a request, but not the reading of its response. */
function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = () => reject(signal.reason as Error);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
