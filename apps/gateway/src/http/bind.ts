import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import { formatPromptId, parsePromptId, type Route } from '@gateway/contract';
import { traceOf } from '@gateway/core';
import type { Idempotency } from '@gateway/core';
import type { Media } from '../media/media.js';
import { check } from './errors/check-input.js';
import type { Call, Endpoint, Handler } from './endpoint.js';
import { HttpError } from './errors/errors.js';
import { addressOf } from './access/forwarded.js';
import { idempotently } from './idempotent.js';
import { withoutFlawed } from './body/entries.js';
import { readBody } from './body/read-body.js';
import { reply } from './reply.js';
import type { Params, Target } from './entry/door.js';
import { note } from './entry/request-log.js';

export interface BindDeps {
  readonly idempotency: Idempotency;
  readonly media: Media;
}

/** The handler of an endpoint, which carries out a request with an `Idempotency-Key` once. */
export function handlerOf(endpoint: Endpoint, idempotency: Idempotency): Handler<Route> {
  return endpoint.route.idempotent ? idempotently(idempotency, endpoint) : endpoint.handler;
}

/** Answers an admitted request with an endpoint: it is read, checked, handled and replied to, in this order. */
export function bind(endpoint: Endpoint, { idempotency, media }: BindDeps): Target['answer'] {
  const { route } = endpoint;
  const handle = handlerOf(endpoint, idempotency);

  return async ({ request, response, params, principal: caller, admit, trace }) => {
    const head = {
      ...checkHead(route, headOf(route, request, params)),
      trace,
      address: addressOf(request),
      signal: () => disconnectSignal(response),
      admit,
    };
    notePromptId(route, params, response);
    // The body of an event stream never ends, so a HEAD request gets the headers only.
    if (request.method === 'HEAD' && route.produces === 'text/event-stream')
      return void response.setHeader('Content-Type', `${route.produces}; charset=utf-8`).end();

    const { body, file, flaws } = await readBody(route, request, response, media);
    const handled = async () => {
      try {
        // A slow body can arrive after the caller's rights were revoked, so they are checked again.
        const principal = route.body ? await admit() : caller;
        const read = flaws && route.entries ? withoutFlawed(route.entries.list, body, flaws) : body;
        const checked = route.body && check(route.body, read, 'body', route);
        return await handle({
          ...head,
          principal,
          body: checked,
          sent: body,
          file,
          ...(flaws && { flaws }),
        } as Call<Route>);
      } finally {
        await file?.remove();
      }
    };
    await reply(route, await handled(), request, response, caller);
  };
}

/** What a request says before its body, not checked yet. */
export interface Head {
  readonly params: Params;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: IncomingHttpHeaders;
  /** The requested path and query. */
  readonly target: string;
}

function headOf({ scopes }: Route, { url: target = '', headers }: IncomingMessage, params: Params): Head {
  // Load balancers may add query parameters to the address of a probe, so public routes ignore the query.
  return { params, query: scopes === null ? {} : queryOf(target), headers, target };
}

/** Everything of a call that a request says before its body, checked. */
export function checkHead(route: Route, { params, query, headers, target }: Head) {
  return {
    params: check(route.params, params, 'path'),
    query: check(route.query ?? null, query, 'query'),
    idempotencyKey: route.idempotent ? idempotencyKeyOf(headers['idempotency-key']) : null,
    claimed: null,
    headers,
    trace: traceOf(headers),
    target,
  };
}

/** The query of a requested path. A value is a list when its name was sent more than once. */
export function queryOf(target: string): Record<string, unknown> {
  const [address = ''] = target.split('#', 1);
  const start = address.indexOf('?');
  return start === -1 ? {} : parse(address.slice(start + 1));
}

function idempotencyKeyOf(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header === 'string' && /^[\x21-\x7e]{1,255}$/.test(header)) return header;
  throw new HttpError(400, {
    detail: 'Idempotency-Key must be 1 to 255 visible ASCII characters without spaces, such as a UUID.',
  });
}

function disconnectSignal(response: ServerResponse): AbortSignal {
  const disconnected = new AbortController();
  if (response.closed) disconnected.abort();
  else response.once('close', () => disconnected.abort());
  return disconnected.signal;
}

function notePromptId(route: Route, params: Params, response: ServerResponse): void {
  const num = route.path.startsWith('/v1/prompts/{id}') ? parsePromptId(String(params['id'])) : null;
  if (num !== null) note(response, { promptId: formatPromptId(num) });
}
