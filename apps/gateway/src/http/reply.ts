import type { Request, Response } from 'express';
import type { Route } from '@gateway/contract';
import { Streamed, WithHeaders } from './endpoint.js';
import { note } from './request-log.js';

/** Writes what a handler returned. Resolves at the end of the stream for a streamed reply. */
export async function reply(route: Route, result: unknown, request: Request, response: Response): Promise<void> {
  response.status(route.status);
  if (result instanceof Streamed) return await result.write(response);
  const { body, headers } = result instanceof WithHeaders ? result : { body: result, headers: {} };
  // Replies carry no validator, but Express would still answer `If-None-Match: *` with 304, which no route declares.
  delete request.headers['if-none-match'];
  response.set(headers);
  // Replies that an older version stored for an Idempotency-Key have no `url`.
  const { url, prompt_id } = body as { readonly url?: string; readonly prompt_id?: string | null };
  if (typeof prompt_id === 'string') note(response, { promptId: prompt_id });
  if (route.located && url !== undefined) response.set('location', url);
  if (route.produces === undefined) response.json(body);
  else response.type(route.produces).send(body);
}
