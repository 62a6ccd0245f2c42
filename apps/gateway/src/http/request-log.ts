import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import type { Logger } from 'pino';

const HEADER = 'x-request-id';

/** Gives every response an id and every request one line in the log. Query strings are left out: they may quote people. */
export function accessLog(log: Logger): RequestHandler {
  return (request, response, next) => {
    const id = randomUUID();
    const startedAt = performance.now();
    response.setHeader(HEADER, id);
    response.once('close', () => {
      const ms = Math.round((performance.now() - startedAt) * 10) / 10;
      const status = response.writableFinished ? response.statusCode : 499;
      const level = status >= 500 ? 'error' : status === 499 ? 'info' : request.path === '/healthz' || request.path === '/readyz' ? 'debug' : 'info';
      log[level]({ method: request.method, path: request.path, status, ms, request_id: id }, 'request');
    });
    next();
  };
}

/** The id that `accessLog` gave. */
export function requestIdOf(response: Response): string {
  return String(response.getHeader(HEADER));
}
