import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Route } from '@gateway/contract';
import { Streamed, WithHeaders } from './endpoint.js';
import { FixedReply } from './fixed-reply.js';
import { note, noteCorrelation } from './request-log.js';

/** Writes what a handler returned. Resolves at the end of the stream for a streamed reply. */
export async function reply(
  route: Route,
  result: unknown,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.statusCode = route.status;
  if (result instanceof Streamed) return await result.write(response);
  if (result instanceof FixedReply) return await result.send(request, response);
  const { body, headers } = result instanceof WithHeaders ? result : { body: result, headers: null };
  if (headers) setHeaders(response, headers);
  // Replies that an older version stored for an Idempotency-Key have no `url`.
  const { url, prompt_id } = body as { readonly url?: string; readonly prompt_id?: string | null };
  if (typeof prompt_id === 'string') note(response, { promptId: prompt_id });
  noteCorrelation(response, body);
  if (route.located && url !== undefined) response.setHeader('location', url);
  if (route.produces === undefined) sendJson(request, response, route.status, body);
  else send(request, response, `${route.produces}; charset=utf-8`, String(body));
}

/** Ends a response with a JSON body. */
export function sendJson(request: IncomingMessage, response: ServerResponse, status: number, body: unknown): void {
  response.statusCode = status;
  send(request, response, 'application/json; charset=utf-8', JSON.stringify(body));
}

export function setHeaders(
  response: ServerResponse,
  headers: Readonly<Record<string, string | readonly string[]>>,
): void {
  for (const name in headers) response.setHeader(name, headers[name] ?? '');
}

function send(request: IncomingMessage, response: ServerResponse, contentType: string, body: string): void {
  response.setHeader('Content-Type', contentType);
  response.setHeader('Content-Length', Buffer.byteLength(body));
  if (request.method === 'HEAD') response.end();
  else response.end(body);
}
