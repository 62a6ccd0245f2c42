import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Clock, Gateway, Principal } from '@gateway/core';
import { drainRequestBody } from '../body/drain-body.js';
import { searchUnreadBody } from '../body/unread-body.js';
import { HttpError, responseOf } from '../errors/errors.js';
import { sendJson, setHeaders } from '../reply.js';
import { knownOf, requestIdOf } from './request-log.js';

/** What was tried when an error was thrown. */
interface Attempt {
  /** Null: not known yet. */
  readonly principal: Principal | null;
  readonly method: string;
  /** The pattern of the path; null: none was found. */
  readonly route: string | null;
  /** Null: a request from inside the gateway. */
  readonly requestId: string | null;
}

export interface Failures {
  /** The status, headers and body for an error. Missing rights are audited, and an unexpected error is logged. Never rejects. */
  explain(error: unknown, attempt: Attempt): Promise<HttpError>;
  /** Responds to a request with an error. Closes the connection when the response has begun. */
  fail(error: unknown, request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** As `fail`, for an error that needs no explanation. */
  respond(error: HttpError, request: IncomingMessage, response: ServerResponse): void;
}

export interface FailuresOptions {
  readonly refusals: Gateway['refusals'];
  readonly log: Logger;
  readonly clock: Clock;
}

/** Maps every thrown error to a status and a body. */
export function createFailures({ refusals, log, clock }: FailuresOptions): Failures {
  async function explain(error: unknown, { principal, method, route, requestId }: Attempt): Promise<HttpError> {
    const known = responseOf(error);
    if (known?.status === 403 && principal && route !== null) await refusals.request(principal, `${method} ${route}`);
    if (known) return known;
    log.error(
      { err: error, ...(requestId === null ? { route } : { request_id: requestId }) },
      'Request failed unexpectedly',
    );
    const where = requestId === null ? '' : ' under this request_id';
    return new HttpError(500, {
      detail: `The gateway failed unexpectedly. Its log has the reason${where}.`,
      ...(requestId !== null && { request_id: requestId }),
    });
  }

  function respond(error: HttpError, request: IncomingMessage, response: ServerResponse): void {
    if (response.headersSent) return void response.destroy();
    searchUnreadBody(request, response);
    drainRequestBody(clock, request, response);
    setHeaders(response, error.headers);
    sendJson(request, response, error.status, error.body);
  }

  async function fail(error: unknown, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { principal = null, route = null } = knownOf(response);
    // The client sees that the response is incomplete.
    if (response.headersSent && !responseOf(error)) return void response.destroy();
    const { method = '' } = request;
    respond(await explain(error, { principal, method, route, requestId: requestIdOf(response) }), request, response);
  }

  return { explain, fail, respond };
}
