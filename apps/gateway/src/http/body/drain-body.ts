import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '@gateway/core';
import { hasBody } from './stalled-body.js';

const MAX_DRAINED_BYTES = 4_194_304;
const MAX_DRAIN_MS = 2000;

/**
 * For a response that is sent before the request's body has arrived: reads and discards the rest for a short time, then closes the
 * connection. Closing it at once would reset it, and a client that is still sending would never see the response.
 */
export function drainRequestBody(clock: Clock, request: IncomingMessage, response: ServerResponse): void {
  if (request.complete || !hasBody(request)) return;
  let left = MAX_DRAINED_BYTES;
  // By then a client that reads while it sends has the response. Any other client is held back until the time is over.
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.pause();
  });
  request.resume();
  response.once('finish', () => {
    // The response to a pipelined request waits for the previous one, and the body may be complete by then.
    if (request.complete) return;
    const cancel = clock.after(MAX_DRAIN_MS, () => {
      if (!request.complete) request.socket.destroySoon();
    });
    // Node forgets a request once it is answered, so anything that still reads its body would wait forever.
    const { socket } = request;
    const abort = () => void request.destroy();
    socket.once('close', abort);
    const release = () => {
      cancel();
      socket.off('close', abort);
    };
    request.once('end', release).once('close', release);
  });
}
