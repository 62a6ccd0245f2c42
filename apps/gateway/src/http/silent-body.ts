import type { Request, RequestHandler, Response } from 'express';
import type { Clock } from '@gateway/core';
import { HttpError } from './errors.js';

/** A body of which nothing came for this long is ended, at most two looks later. */
const SILENCE_MS = 10_000;
const LOOK_MS = 1000;

/** Ends requests whose body stops coming with 408: a client that has gone silently would hold its connection for longer. */
export function endSilentBodies(
  clock: Clock,
  respond: (error: HttpError, request: Request, response: Response) => void,
): RequestHandler {
  return (request, response, next) => {
    const { socket } = request;
    let seen = socket.bytesRead;
    let since = clock.now();
    const look = (): void => {
      if (request.complete || socket.destroyed) return;
      const now = clock.now();
      // While nobody reads, the silence is the gateway's own.
      if (socket.bytesRead !== seen || request.readableFlowing !== true) {
        seen = socket.bytesRead;
        since = now;
      } else if (now - since >= SILENCE_MS) {
        if (response.headersSent) return void socket.destroy();
        const detail = 'The body stopped coming: send the request again, whole.';
        return respond(new HttpError(408, { detail }, { connection: 'close' }), request, response);
      }
      cancel = clock.after(LOOK_MS, look);
    };
    let cancel = () => {};
    if (hasBody(request)) {
      cancel = clock.after(LOOK_MS, look);
      request.once('close', () => cancel());
    }
    next();
  };
}

/** Whether a body was announced. */
export function hasBody({ headers }: Pick<Request, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
