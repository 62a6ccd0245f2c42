import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { errorBodyOf } from './errors.js';

type Answer = readonly [status: number, phrase: string, detail: string];

const answers: Readonly<Record<string, Answer>> = {
  HPE_HEADER_OVERFLOW: [
    431,
    'Request Header Fields Too Large',
    'The address and headers are longer than 16 kB together: shorten them.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request did not arrive in time: send it again.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'Content Too Large', 'The chunk extensions are too long: leave them out.'],
};

/** Explains what cannot be read as HTTP, or is no request for a server like this, like any other error; Node would end it without a word. */
export function explainClientErrors(server: Server, log: Logger): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    refuse(
      socket,
      error.code,
      answers[error.code ?? ''] ?? [400, 'Bad Request', 'This is not a request that HTTP/1.1 allows.'],
    );
  });
  server.on('connect', (_request, socket: Socket) => {
    refuse(
      socket,
      'CONNECT',
      [405, 'Method Not Allowed', 'The gateway is no proxy and does not take CONNECT.'],
      'Allow: GET, HEAD, POST, PATCH, DELETE\r\n',
    );
  });

  function refuse(socket: Socket, reason: string | undefined, [status, phrase, detail]: Answer, headers = ''): void {
    const requestId = randomUUID();
    log.info({ status, reason, request_id: requestId }, 'A request could not be read');
    const body = JSON.stringify(errorBodyOf(status, { detail }));
    socket.end(
      `HTTP/1.1 ${status} ${phrase}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
        `${headers}X-Request-Id: ${requestId}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
      // Whatever else was sent is not read: it would only come to nothing once more.
      () => socket.destroySoon(),
    );
  }
}
