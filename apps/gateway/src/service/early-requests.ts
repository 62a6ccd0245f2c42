import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';

/**
 * The server listens before the service is ready, so that a port in use is reported immediately. Requests that arrive in the meantime
 * are held, because a request without a listener would never be answered. The returned function passes them to the real listener.
 */
export function holdRequests(server: Server): (listener: RequestListener) => void {
  const early: [IncomingMessage, ServerResponse][] = [];
  const holdRequest: RequestListener = (request, response) => early.push([request, response]);
  server.on('request', holdRequest);
  return (listener) => {
    server.off('request', holdRequest).on('request', listener);
    for (const [request, response] of early.splice(0)) listener(request, response);
  };
}
