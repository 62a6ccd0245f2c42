import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '@gateway/core';
import { HttpError } from '../errors/errors.js';

/** A request is ended when no byte of its body has arrived for this long; it can take two more checks to notice. */
const MAX_STALL_MS = 10_000;
const CHECK_INTERVAL_MS = 1000;

/** Returns a function that answers 408 to requests whose body stalls. Otherwise a client that vanished would hold its connection until the request timeout. */
export function endStalledBodies(
  clock: Clock,
  respond: (error: HttpError, request: IncomingMessage, response: ServerResponse) => void,
) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    if (!hasBody(request)) return;
    const { socket } = request;
    let bytesSeen = socket.bytesRead;
    let since = clock.now();
    const checkProgress = (): void => {
      if (request.complete || socket.destroyed) return;
      const now = clock.now();
      // While the gateway does not read the body, the stall is not the client's.
      if (socket.bytesRead !== bytesSeen || request.readableFlowing !== true) {
        bytesSeen = socket.bytesRead;
        since = now;
      } else if (now - since >= MAX_STALL_MS) {
        if (response.headersSent) return void socket.destroy();
        const detail = 'The body stopped coming: send the request again, whole.';
        return respond(new HttpError(408, { detail }, { connection: 'close' }), request, response);
      }
      cancel = clock.after(CHECK_INTERVAL_MS, checkProgress);
    };
    let cancel = clock.after(CHECK_INTERVAL_MS, checkProgress);
    request.once('close', () => cancel());
  };
}

/** Whether the headers announce a body. */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
