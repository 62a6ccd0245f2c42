import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** An HTTP server on a free port, closed at the end of the test. */
export async function serve(answer: (request: Request) => Response | Promise<Response>): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const body = Buffer.concat(await incoming.toArray());
      const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
      const response = await answer(
        new Request(`http://${incoming.headers.host ?? 'localhost'}${incoming.url}`, {
          method: incoming.method ?? 'POST',
          headers,
          ...(incoming.method !== 'GET' && { body }),
        }),
      );
      outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text());
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
