import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { errorBodyOf } from './errors.js';

type ErrorReply = readonly [status: number, phrase: string, detail: string];

const replies: Readonly<Record<string, ErrorReply>> = {
  HPE_HEADER_OVERFLOW: [
    431,
    'Request Header Fields Too Large',
    'The address and headers are longer than 16 kB together: shorten them.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request did not arrive in time: send it again.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'Content Too Large', 'The chunk extensions are too long: leave them out.'],
};

/** Answers requests that are not valid HTTP, and CONNECT, with an error body. Node would close the connection without an explanation. */
export function explainClientErrors(server: Server, log: Logger): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    reject(
      socket,
      error.code,
      replies[error.code ?? ''] ?? [400, 'Bad Request', 'This is not a valid HTTP/1.1 request.'],
    );
  });
  server.on('connect', (_request, socket: Socket) => {
    reject(
      socket,
      'CONNECT',
      [405, 'Method Not Allowed', 'The gateway is not a proxy and does not accept CONNECT.'],
      'Allow: GET, HEAD, POST, PATCH, DELETE\r\n',
    );
  });

  function reject(
    socket: Socket,
    reason: string | undefined,
    [status, phrase, detail]: ErrorReply,
    headers = '',
  ): void {
    const requestId = randomUUID();
    log.info({ status, reason, request_id: requestId }, 'Request could not be parsed');
    const body = JSON.stringify(errorBodyOf(status, { detail }));
    socket.end(
      `HTTP/1.1 ${status} ${phrase}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
        `${headers}X-Request-Id: ${requestId}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
      // The rest of the connection is not read: it cannot be parsed either.
      () => socket.destroySoon(),
    );
  }
}
