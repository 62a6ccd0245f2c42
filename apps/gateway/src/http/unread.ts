import type { Request, Response } from 'express';
import type { Clock } from '@gateway/core';
import { hasBody } from './silent-body.js';

const MOST_BYTES = 4_194_304;
const MOST_MS = 2000;

/**
 * Answers a request before all of its body has come: what follows is read and dropped for a moment, so that a client that is still
 * sending sees the answer and not a reset; then the connection ends.
 */
export function dropRest(clock: Clock, request: Request, response: Response): void {
  if (request.complete || !hasBody(request)) return;
  let left = MOST_BYTES;
  // A client that reads while it sends has its answer by now; one that does not is slowed down until the end.
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.pause();
  });
  request.resume();
  response.once('finish', () => {
    // The response to a pipelined request waits for the one before it: the body may have come whole meanwhile.
    if (request.complete) return;
    const cancel = clock.after(MOST_MS, () => {
      if (!request.complete) request.socket.destroySoon();
    });
    // Node forgets a request once it is answered: whatever still reads its body would wait without end.
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
