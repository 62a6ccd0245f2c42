import { ConnectionError, GatewayError, gatewayError, isRetryable, type RetryableError } from './errors.js';
import { checkSeconds, retryDelay, sleep, systemClock, timeLimit, type Clock } from './timing.js';

/** Where the gateway is, and how requests to it are made. */
export interface GatewayOptions {
  /** The address of the gateway, such as `https://gateway.example.com`. */
  readonly url: string;
  readonly apiKey?: string | undefined;
  /** The channel of questions that name none. Default: that of the gateway. */
  readonly channel?: string | undefined;
  /**
   * For how many seconds a request is retried while the gateway cannot be reached or asks for a retry. Default: 60. Waiting for an
   * answer is not limited by it once the gateway has replied.
   */
  readonly retrySec?: number | undefined;
  /** Called before each retry, for a log. */
  readonly onRetry?: (error: RetryableError, delayMs: number) => void;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** The time for waits, retries and time limits. Default: that of the system. */
  readonly clock?: Clock;
}

export interface RequestOptions {
  /** Ends the call: it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

/** One request to the gateway. */
export interface GatewayRequest extends RequestOptions {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With its query, such as `/v1/channels?active=true`. */
  readonly path: string;
  /** Sent as JSON unless it is a form. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces `retrySec` of the gateway. */
  readonly retrySec?: number | undefined;
}

const DEFAULT_RETRY_SEC = 60;
/** Longer than the gateway holds a request with `wait`. */
const RESPONSE_LIMIT_MS = 90_000;

/** Sends a request and retries it. Returns the parsed reply. */
export async function send<Reply>(options: GatewayOptions, request: GatewayRequest): Promise<Reply> {
  const attempt = async () => {
    const limit = timeLimit(clockOf(options), RESPONSE_LIMIT_MS, request.signal);
    try {
      const response = await open(options, request, limit.signal);
      checkIsJson(options, response);
      return (await response.json()) as Reply;
    } catch (error) {
      throw requestError(options, error);
    } finally {
      limit.release();
    }
  };
  return await withRetries(options, request, attempt);
}

/** Until when a request that begins now is retried, in milliseconds since 1970. */
export function retryEnd(options: GatewayOptions, retrySec = options.retrySec ?? DEFAULT_RETRY_SEC): number {
  return clockOf(options).now() + retrySec * 1000;
}

export function clockOf({ clock = systemClock }: GatewayOptions): Clock {
  return clock;
}

/** Makes attempts until one succeeds, the error is final, or the time for retries is over. */
async function withRetries<Result>(
  options: GatewayOptions,
  { signal, retrySec }: Pick<GatewayRequest, 'signal' | 'retrySec'>,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const clock = clockOf(options);
  const end = retryEnd(options, retrySec);
  for (let retry = 0; ; retry += 1) {
    try {
      return await attempt();
    } catch (error) {
      signal?.throwIfAborted();
      if (!isRetryable(error)) throw error;
      const delayMs = retryDelay(error, retry);
      if (clock.now() + delayMs > end) throw error;
      options.onRetry?.(error, delayMs);
      await sleep(clock, delayMs, signal);
    }
  }
}

/** Sends a request once. Returns the response with its unread body; throws `GatewayError` for any status but 2xx. */
export async function open(
  { url, apiKey, fetch: request = fetch }: GatewayOptions,
  { method, path, body, headers }: Omit<GatewayRequest, 'signal'>,
  signal: AbortSignal,
): Promise<Response> {
  const form = body instanceof FormData;
  const response = await request((url.endsWith('/') ? url.slice(0, -1) : url) + path, {
    method,
    headers: {
      ...headers,
      ...(apiKey !== undefined && { 'x-api-key': apiKey }),
      ...(body !== undefined && !form && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
    // The key must not follow a redirect to another host.
    redirect: 'manual',
    signal,
  });
  if (!response.ok) throw gatewayError(response.status, response.headers, await response.text());
  return response;
}

/** The sign-in page of a proxy or another website is a complete answer: a retry would get it again. */
function checkIsJson({ url }: GatewayOptions, { status, headers }: Response): void {
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  if (type === '' || type.endsWith('json')) return;
  const detail = `The server at ${url} answered ${type} instead of JSON: is this the gateway, or a proxy in front of it?`;
  throw new GatewayError(status, { detail, code: null, retryable: false });
}

/** The error of a request that failed: as it is, or, without a complete response, a `ConnectionError`. */
export function requestError({ url }: GatewayOptions, error: unknown): Error {
  if (error instanceof GatewayError || error instanceof ConnectionError) return error;
  const reason = reasonOf(error);
  const detail = `No complete response from the gateway at ${url}${reason === null ? '' : `: ${reason}`}.`;
  return new ConnectionError(detail, { cause: error });
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name cannot be resolved at the moment',
  ETIMEDOUT: 'it did not answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'it did not answer in time',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no route to it',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is signed by an unknown authority',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
};

/** What the runtime says about a broken connection, from the first cause that is known. Null: nothing. */
function reasonOf(error: unknown): string | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code = '', errors = [] } = at as Error & { readonly code?: string; readonly errors?: readonly unknown[] };
    const known = reasons[code] ?? (errors.length > 0 ? reasonOf(errors[0]) : null);
    if (known) return known;
  }
  return null;
}

/** Throws unless the address can be used. */
export function checkOptions({ url, retrySec }: GatewayOptions): void {
  checkSeconds('retrySec', retrySec);
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username !== '' || parsed.password !== '')
    throw new TypeError('url must be an http:// or https:// address without a user, such as http://localhost:8100.');
}
