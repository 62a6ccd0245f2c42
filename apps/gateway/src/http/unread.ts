import type { Request, Response } from 'express';

const MOST_BYTES = 4_194_304;
const MOST_MS = 2000;

/**
 * Answers a request before all of its body has come: what follows is read and dropped for a moment, so that a client that is still
 * sending sees the answer and not a reset; then the connection ends.
 */
export function dropRest(request: Request, response: Response): void {
  const hasBody =
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
  if (request.complete || !hasBody) return;
  let left = MOST_BYTES;
  // A client that reads while it sends has its answer by now; one that does not is slowed down until the end.
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.pause();
  });
  request.resume();
  response.once('finish', () => {
    const timer = setTimeout(() => request.socket.destroySoon(), MOST_MS);
    request.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
  });
}
