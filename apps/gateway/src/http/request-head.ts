import type { IncomingMessage, Server } from 'node:http';
import { HttpError } from './errors.js';

/** Lets requests through to `refuseOddHeads` that Node would answer by itself, without a sentence. Their `Host` is looked at there. */
export function explainExpectations(server: Server): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/** Refuses what HTTP asks to refuse whatever the route: an unknown expectation, no `Host`, or two. */
export function refuseOddHeads({ headers, httpVersion, rawHeaders }: IncomingMessage): void {
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
    throw new HttpError(400, { detail: 'The header Host is missing: send the name that you call.' });
}
