import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A receiver of callbacks. */
export interface Receiver {
  readonly url: string;
  /** The received bodies, oldest first. */
  readonly bodies: readonly Record<string, unknown>[];
  /** Sets the status of further responses. */
  respondWith(status: number): void;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const bodies: Record<string, unknown>[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => (text += part));
    request.on('end', () => {
      bodies.push(JSON.parse(text) as Record<string, unknown>);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ taken: status < 300 }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/answers`,
    bodies,
    respondWith: (next) => (status = next),
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
