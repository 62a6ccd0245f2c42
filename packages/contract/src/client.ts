import type { Route, BodyInput, ParamsInput, QueryInput, ReplyOf } from './route.js';
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

/** What a route's caller passes: `params` and `body` where it has them, `query` at will. */
export type CallInput<R extends Route> = Given<'params', ParamsInput<R>> &
  Optionally<'query', QueryInput<R>> &
  Given<'body', BodyInput<R>>;

/** The gateway answered with an error; `body.detail` tells what to do. */
export class GatewayError extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
  ) {
    super(`${status}: ${body.detail}`);
    this.name = 'GatewayError';
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
    query?: Record<string, string | number | boolean | undefined>;
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
  const target = /<([^>]*)>;\s*rel="next"/.exec(link ?? '')?.[1];
  return target === undefined ? null : new URL(target, 'http://gateway').searchParams.get('cursor');
}

function address(
  baseUrl: string,
  path: string,
  params: Record<string, string>,
  query: Record<string, string | number | boolean | undefined>,
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const url = new URL(baseUrl.replace(/\/$/, '') + filled);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
  return url.href;
}

function errorBodyOf(text: string, status: number): ErrorBody {
  try {
    const body = JSON.parse(text) as Partial<ErrorBody>;
    if (typeof body.detail === 'string') return body as ErrorBody;
  } catch {
    // Not ours: a proxy's page, perhaps.
  }
  return { detail: `The server answered ${status} without an explanation.` };
}
