import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';

const answers: Record<string, readonly [status: string, detail: string]> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'The address and headers are longer than 16 kB together: shorten them.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time: send it again.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['413 Content Too Large', 'The chunk extensions are too long: leave them out.'],
};

/** Explains what cannot be read as HTTP like any other error; Node would end it without a word. */
export function explainClientErrors(server: Server, log: Logger): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const [status, detail] = answers[error.code ?? ''] ?? [
      '400 Bad Request',
      'This is not a request that HTTP/1.1 allows.',
    ];
    const requestId = randomUUID();
    log.info(
      { status: Number(status.slice(0, 3)), reason: error.code, request_id: requestId },
      'A request could not be read',
    );
    const body = JSON.stringify({ detail });
    socket.end(
      `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
        `X-Request-Id: ${requestId}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
      // Whatever else was sent is not read: it would only come to nothing once more.
      () => socket.destroySoon(),
    );
  });
}
