import type { IncomingMessage, Server } from 'node:http';
import { HttpError } from './errors.js';

/** Passes requests with an unknown `Expect` header on to `rejectInvalidHeaders`. Node would answer them itself, without an explanation. */
export function passExpectations(server: Server): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/** Rejects what HTTP requires every server to reject: an unknown expectation, a missing `Host`, or more than one. */
export function rejectInvalidHeaders({ headers, httpVersion, rawHeaders }: IncomingMessage): void {
  if (headers.expect !== undefined && !/^100-continue$/i.test(headers.expect)) {
    throw new HttpError(417, { detail: 'The header Expect may only be 100-continue: leave it out.' });
  }
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1) throw new HttpError(400, { detail: 'The header Host was sent more than once: send it once.' });
  if (hosts === 0 && httpVersion !== '1.0')
    throw new HttpError(400, { detail: 'The header Host is missing: send the name of the host that you call.' });
}
