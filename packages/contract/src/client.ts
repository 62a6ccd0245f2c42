import type { Route, BodyInput, ParamsInput, QueryInput, ReplyOf } from './route.js';
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

type Given<Name extends string, Value> = Value extends undefined ? unknown : { readonly [K in Name]: Value };
type Optionally<Name extends string, Value> = Value extends undefined ? unknown : { readonly [K in Name]?: Value };

type QueryValue = string | number | boolean | undefined;
type Query = Record<string, QueryValue | readonly QueryValue[]>;

/** What a route's caller passes: `params` and `body` where it has them, `query` at will. */
export type CallInput<R extends Route> = Given<'params', ParamsInput<R>> &
  Optionally<'query', QueryInput<R>> &
  Given<'body', BodyInput<R>>;

/** As it came: a later gateway may have codes that this client does not know. */
type ReceivedError = Omit<ErrorBody, 'code'> & {
  /** Null: the answer is not the gateway's, but of a proxy before it. */
  readonly code: ErrorCode | (string & {}) | null;
};

/** The gateway answered with an error; `body.detail` tells what to do. */
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

  /** The same request may succeed later. */
  get retryable(): boolean {
    return this.body.retryable;
  }

  /** Null: not known. */
  get retryAfterSec(): number | null {
    return this.body.retry_after_sec ?? null;
  }
}

/** A typed caller over any fetch: `await call(getPrompt, { params: { id: '#12' } })`. Throws `GatewayError` unless 2xx. */
export function createClient(options: ClientOptions) {
  return async function call<R extends Route>(
    route: R,
    input: CallInput<R>,
    extra: CallOptions = {},
  ): Promise<ReplyOf<R>> {
    return (await send(options, route, input as object, extra)).body as ReplyOf<R>;
  };
}

/** A page of a list, and the cursor of the next one; null on the last. */
export interface Page<Reply> {
  readonly items: Reply;
  readonly next: string | null;
}

/** As `createClient`, for lists: `await list(listPrompts, { query: { cursor } })` gives the page with its continuation. */
export function createLister(options: ClientOptions) {
  return async function list<R extends Route>(
    route: R,
    input: CallInput<R>,
    extra: CallOptions = {},
  ): Promise<Page<ReplyOf<R>>> {
    const { body, headers } = await send(options, route, input as object, extra);
    return { items: body as ReplyOf<R>, next: nextCursor(headers.get('link')) };
  };
}

async function send(options: ClientOptions, route: Route, input: object, extra: CallOptions) {
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

/** Statuses that a proxy answers with while a service behind it is away or busy. */
const passing = new Set([429, 502, 503, 504]);

function errorBodyOf(text: string, status: number): ReceivedError {
  const unexplained = {
    detail: `The server answered ${status} without an explanation.`,
    code: null,
    retryable: passing.has(status),
  };
  try {
    const body = JSON.parse(text) as Partial<ReceivedError>;
    if (typeof body.detail === 'string') return { ...unexplained, ...body };
  } catch {
    // Not the gateway's: a proxy's page, perhaps.
  }
  return unexplained;
}
