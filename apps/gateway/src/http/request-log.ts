import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { Principal } from '@gateway/core';
import type { Metrics } from '../metrics.js';
import { addressOf } from './forwarded.js';

const HEADER = 'x-request-id';
/** What a caller may name its request: nothing that could break a line or a header. */
const given = /^[\w.:-]{1,64}$/;
/** Asked so often that their lines would hide the others. */
const quiet = new Set(['/healthz', '/readyz', '/metrics']);

/** What becomes known of a request while it is answered. */
interface Known {
  readonly route?: string;
  readonly principal?: Principal;
  /** Of the prompt that it concerns, by its path or its reply. */
  readonly promptId?: string;
}

/**
 * Gives every response an id (the caller's `X-Request-Id`, if it is well-formed) and every request one line in the log and
 * its place in the figures. Query strings are left out: they may quote people.
 */
export function accessLog(log: Logger, metrics: Metrics): RequestHandler {
  return (request, response, next) => {
    const asked = request.headers[HEADER];
    const id = typeof asked === 'string' && given.test(asked) ? asked : randomUUID();
    const startedAt = performance.now();
    // Routers shorten it while they work.
    const { path, method } = request;
    const address = addressOf(request);
    response.setHeader(HEADER, id);
    response.once('close', () => {
      const ms = Math.round((performance.now() - startedAt) * 10) / 10;
      const status = response.writableFinished ? response.statusCode : 499;
      const { route, principal, promptId } = knownOf(response);
      metrics.request(route ?? null, method, status, ms);
      const level = status >= 500 ? 'error' : status < 400 && quiet.has(path) ? 'debug' : 'info';
      log[level](
        {
          method,
          path,
          status,
          ms,
          address,
          request_id: id,
          ...(principal?.keyId && { key: principal.keyId }),
          ...(principal?.operator && { operator: principal.operator.id }),
          ...(promptId !== undefined && { prompt_id: promptId }),
        },
        'request',
      );
    });
    next();
  };
}

/** Remembers something of a request for its line and the figures. `route` is the pattern, so that there are few. */
export function note(response: Response, known: Known): void {
  Object.assign(response.locals, known);
}

/** What has been remembered so far. */
export function knownOf(response: Response): Known {
  return response.locals;
}

/** The id that `accessLog` gave. */
export function requestIdOf(response: Response): string {
  return String(response.getHeader(HEADER));
}
