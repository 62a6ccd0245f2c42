import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';

/**
 * The server listens before the service is ready, so that a taken port is known at once. What is asked meanwhile is
 * held, and answered by the listener that is handed over: a request that finds no listener would never be answered.
 */
export function holdRequests(server: Server): (listener: RequestListener) => void {
  const early: [IncomingMessage, ServerResponse][] = [];
  const hold: RequestListener = (request, response) => early.push([request, response]);
  server.on('request', hold);
  return (listener) => {
    server.off('request', hold).on('request', listener);
    for (const [request, response] of early.splice(0)) listener(request, response);
  };
}
