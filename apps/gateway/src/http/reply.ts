import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Route } from '@gateway/contract';
import type { Principal } from '@gateway/core';
import { compress, sendNegotiated } from './compression.js';
import { Streamed, WithHeaders } from './endpoint.js';
import { FixedReply } from './fixed-reply.js';
import { note, noteCorrelation } from './entry/request-log.js';

/** Smaller replies to the console are not compressed: it would save less than a packet. */
const MIN_COMPRESSED_CHARACTERS = 2048;

export const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Writes what a handler returned. Resolves at the end of the stream for a streamed reply. Larger JSON replies to the console are
 * compressed; agents are near the gateway, and their requests are many.
 */
export async function reply(
  route: Route,
  result: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  { operator }: Pick<Principal, 'operator'>,
): Promise<void> {
  response.statusCode = route.status;
  if (result instanceof Streamed) return await result.write(response);
  if (result instanceof FixedReply) return await result.send(request, response);
  if (result instanceof WithHeaders) setHeaders(response, result.headers);
  if (result instanceof WithHeaders && result.text !== null)
    return await sendText(route, result.text, request, response, operator);
  const body: unknown = result instanceof WithHeaders ? result.body : result;
  // Replies that an older version stored for an Idempotency-Key have no `url`.
  const { url, prompt_id } = body as { readonly url?: string; readonly prompt_id?: string | null };
  if (typeof prompt_id === 'string') note(response, { promptId: prompt_id });
  noteCorrelation(response, body);
  if (route.located && url !== undefined) response.setHeader('location', url);
  if (route.produces !== undefined) return send(request, response, `${route.produces}; charset=utf-8`, String(body));
  await sendText(route, JSON.stringify(body), request, response, operator);
}

async function sendText(
  route: Route,
  text: string,
  request: IncomingMessage,
  response: ServerResponse,
  operator: Principal['operator'],
): Promise<void> {
  const isLarge = operator !== null && route.method === 'GET' && text.length >= MIN_COMPRESSED_CHARACTERS;
  if (!isLarge) return send(request, response, JSON_TYPE, text);
  await sendNegotiated(request, response, JSON_TYPE, { plain: Buffer.from(text), compressed: () => compress(text) });
}

/** Ends a response with a JSON body. */
export function sendJson(request: IncomingMessage, response: ServerResponse, status: number, body: unknown): void {
  response.statusCode = status;
  send(request, response, JSON_TYPE, JSON.stringify(body));
}

export function setHeaders(
  response: ServerResponse,
  headers: Readonly<Record<string, string | readonly string[]>>,
): void {
  for (const name in headers) response.setHeader(name, headers[name] ?? '');
}

/** Ends a response with a text. The headers of a HEAD request's response are those of a GET request's. */
export function send(request: IncomingMessage, response: ServerResponse, contentType: string, body: string): void {
  response.setHeader('Content-Type', contentType);
  response.setHeader('Content-Length', Buffer.byteLength(body));
  if (request.method === 'HEAD') response.end();
  else response.end(body);
}
