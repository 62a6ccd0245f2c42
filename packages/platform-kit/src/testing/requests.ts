import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Connection, WebhookRequest } from '../connection.js';

/** A POST request on a webhook address. A body that is neither a string nor bytes is sent as JSON. */
export function webhookRequest(
  body: unknown,
  headers: WebhookRequest['headers'] = {},
  url = 'https://gateway.example/webhooks/default/platform/ops',
): WebhookRequest {
  const bytes = body instanceof Uint8Array ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return { method: 'POST', url, query: {}, headers: { 'content-type': 'application/json', ...headers }, body: bytes };
}

/** An HTTP address on this machine whose requests are passed to a connection's webhook. */
export async function openWebhookAddress(): Promise<{
  url: string;
  serve(connection: Connection): void;
  close(): void;
}> {
  let current: Connection | null = null;
  const server = createServer((request, response) => {
    void (async () => {
      const body = await read(request);
      const url = new URL(request.url ?? '/', 'http://localhost');
      const reply = (await current?.webhook?.({
        method: request.method === 'GET' ? 'GET' : 'POST',
        url: url.href,
        query: Object.fromEntries(url.searchParams),
        headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
        body,
      })) ?? { status: 503 };
      const isText = typeof reply.body === 'string';
      response.writeHead(reply.status, {
        'content-type': isText ? 'text/plain' : 'application/json',
        ...reply.headers,
      });
      response.end(isText ? reply.body : reply.body === undefined ? '' : JSON.stringify(reply.body));
    })().catch(() => response.writeHead(500).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/default/platform/channel`,
    serve: (connection) => void (current = connection),
    close: () => (server.closeAllConnections(), void server.close()),
  };
}

async function read(request: IncomingMessage): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}
