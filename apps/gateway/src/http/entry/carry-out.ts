import type { IncomingMessage, ServerResponse } from 'node:http';
import { traceOf, type Principal, type RateLimits, type Tracing } from '@gateway/core';
import { anonymous } from '../access/principal.js';
import { requireScopes } from '../access/scopes.js';
import { quotaHeaders } from '../limits/quota-headers.js';
import { setHeaders } from '../reply.js';
import type { Found } from './door.js';
import { note } from './request-log.js';
import { traceRequest } from './trace-request.js';

export interface CarryOutDeps {
  readonly rateLimits: Pick<RateLimits, 'request'>;
  readonly tracing: Tracing;
}

/** Carries out a request at its target: it is traced, admitted and answered. Throws the error to respond with. */
export async function carryOut(
  { target, params }: Found,
  { rateLimits, tracing }: CarryOutDeps,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  const { route, span, access } = target;
  if (route !== null) note(response, { route });
  const trace = span ? traceRequest(tracing, span, request, response) : traceOf(request.headers);

  async function identify(): Promise<Principal> {
    if (!access) return anonymous;
    const principal = await access.authenticate(request, response);
    note(response, { principal });
    return principal;
  }

  async function admit(): Promise<Principal> {
    const principal = await identify();
    if (access?.scopes) requireScopes(principal, access.scopes);
    return principal;
  }

  const principal = await identify();
  // A request that lacks a scope is counted, too.
  if (access?.isCounted) setHeaders(response, quotaHeaders(rateLimits.request(principal)));
  if (access?.scopes) requireScopes(principal, access.scopes);
  await target.answer({ request, response, path, params, principal, admit, trace });
}
