import type { Route, BodyInput, ParamsInput, QueryInput, ReplyOf } from './routes/route.js';
import type { RouteValue } from './routes/route-value.js';
import type { ErrorCode } from './error-codes.js';
import type { ErrorBody } from './vocabulary.js';

export interface ClientOptions {
  readonly baseUrl: string;
  readonly apiKey?: string;
  readonly fetch?: typeof fetch;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

// Tuples, so that a body of several forms stays one union.
type Given<Name extends string, Value> = [Value] extends [undefined] ? unknown : { readonly [K in Name]: Value };
type Optionally<Name extends string, Value> = [Value] extends [undefined] ? unknown : { readonly [K in Name]?: Value };

type QueryValue = string | number | boolean | undefined;
type Query = Record<string, QueryValue | readonly QueryValue[]>;

/** The input for a call: `params` and `body` if the route has them, and optionally `query`. */
export type CallInput<R extends Route | RouteValue> = Given<'params', ParamsInput<R>> &
  Optionally<'query', QueryInput<R>> &
  Given<'body', BodyInput<R>>;

/** The error body as received. A newer gateway may send codes that this client does not know. */
type ReceivedError = Omit<ErrorBody, 'code'> & {
  /** Null: the response does not come from the gateway, but from a proxy in front of it. */
  readonly code: ErrorCode | (string & {}) | null;
};

/** An error response. `body.detail` says what is wrong and how to fix it. */
export class GatewayError extends Error {
  constructor(
    readonly status: number,
    readonly body: ReceivedError,
  ) {
    super(`${status}: ${body.detail}`);
    this.name = 'GatewayError';
  }

  get code(): ReceivedError['code'] {
    return this.body.code;
  }

  /** Whether the same request can succeed later. */
  get retryable(): boolean {
    return this.body.retryable;
  }

  /** Seconds to wait before a retry; null: unknown. */
  get retryAfterSec(): number | null {
    return this.body.retry_after_sec ?? null;
  }
}

/** A function that carries out requests of routes with their schemas. The one that `createClient` returns is such a function. */
export type RouteCall = <R extends Route>(route: R, input: CallInput<R>, extra?: CallOptions) => Promise<ReplyOf<R>>;

/** Creates a typed client: `await call(getPrompt, { params: { id: '#12' } })`. Throws `GatewayError` for any status but 2xx. */
export function createClient(options: ClientOptions) {
  return async function call<R extends Route | RouteValue>(
    route: R,
    input: CallInput<R>,
    extra: CallOptions = {},
  ): Promise<ReplyOf<R>> {
    return (await send(options, route, input as object, extra)).body as ReplyOf<R>;
  };
}

/** A page of a list. `next` is the cursor of the next page; null: this is the last page. */
export interface Page<Reply> {
  readonly items: Reply;
  readonly next: string | null;
}

/** Like `createClient`, for lists: `await list(listPrompts, { query: { cursor } })` returns a page and the cursor of the next one. */
export function createLister(options: ClientOptions) {
  return async function list<R extends Route | RouteValue>(
    route: R,
    input: CallInput<R>,
    extra: CallOptions = {},
  ): Promise<Page<ReplyOf<R>>> {
    const { body, headers } = await send(options, route, input as object, extra);
    return { items: body as ReplyOf<R>, next: nextCursor(headers.get('link')) };
  };
}

async function send(options: ClientOptions, route: Pick<Route, 'method' | 'path'>, input: object, extra: CallOptions) {
  const { params, query, body } = input as {
    params?: Record<string, string>;
    query?: Query;
    body?: unknown;
  };
  const headers: Record<string, string> = { ...extra.headers };
  if (options.apiKey !== undefined) headers['x-api-key'] = options.apiKey;
  if (body !== undefined) headers['content-type'] = 'application/json';
  const response = await (options.fetch ?? fetch)(address(options.baseUrl, route.path, params ?? {}, query ?? {}), {
    method: route.method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    signal: extra.signal ?? null,
  });
  const text = await response.text();
  if (!response.ok) throw new GatewayError(response.status, errorBodyOf(text, response.status));
  return { body: JSON.parse(text) as unknown, headers: response.headers };
}

function nextCursor(link: string | null): string | null {
  const target = /<([^<>]*)>;\s*rel="next"/.exec(link ?? '')?.[1];
  return target === undefined ? null : new URL(target, 'http://gateway').searchParams.get('cursor');
}

function address(baseUrl: string, path: string, params: Record<string, string>, query: Query): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const url = new URL(baseUrl.replace(/\/$/, '') + filled);
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) if (one !== undefined) url.searchParams.append(name, String(one));
  return url.href;
}

/** Statuses that a proxy sends while the service behind it is unavailable or busy. */
const retryableStatuses = new Set([429, 502, 503, 504]);

/** The explanation of a response that does not come from the gateway. */
export const foreignPage = (status: number): string =>
  `A proxy in front of the gateway answered ${status} with a page of its own. Check the proxy, and that the gateway is running.`;

function errorBodyOf(text: string, status: number): ReceivedError {
  const unexplained = {
    detail: foreignPage(status),
    code: null,
    retryable: retryableStatuses.has(status),
  };
  try {
    const body = JSON.parse(text) as Partial<ReceivedError>;
    if (typeof body.detail === 'string') return { ...unexplained, ...body };
  } catch {
    // Not the gateway's JSON: probably an error page of a proxy.
  }
  return unexplained;
}
