import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { TestGateway } from '../harness/gateway.js';
import { onCleanUp } from '../harness/shared.js';

interface Alterations {
  /** Headers of every response. */
  readonly headers?: Record<string, string>;
  /** What the body of a response becomes. `path` has no query. */
  readonly body?: (text: string, path: string, method: string) => string;
  /** Called before a request is sent on. True: it is refused with 503. */
  readonly refuse?: (path: string, method: string) => boolean;
}

/** A proxy that alters what the gateway answers, as a wrong or hostile server would. Returns its address. */
export async function alteredGateway(gateway: TestGateway, { headers, body, refuse }: Alterations): Promise<string> {
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const [path = ''] = (request.url ?? '').split('?');
      const method = request.method ?? 'GET';
      if (refuse?.(path, method)) return response.writeHead(503).end();
      const key = request.headers['x-api-key'];
      const reply = await fetch(gateway.url + request.url, {
        method,
        headers: {
          ...(key !== undefined && { 'x-api-key': String(key) }),
          ...(chunks.length > 0 && { 'content-type': 'application/json' }),
        },
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      });
      const text = await reply.text();
      return response
        .writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? '', ...headers })
        .end(body ? body(text, path, method) : text);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onCleanUp(() => new Promise((resolve) => void (server.closeAllConnections(), server.close(resolve))));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
