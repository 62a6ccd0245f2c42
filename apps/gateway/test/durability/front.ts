import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * A proxy that sends every update to all instances in `behind` at the same time, or with `spread` to one after the other in turn, and
 * returns the first one's reply.
 */
export async function startFront({ spread = false }: { readonly spread?: boolean } = {}) {
  const front = { url: '', behind: [] as string[] };
  let turn = 0;
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const headers = {
        'content-type': 'application/json',
        'x-telegram-bot-api-secret-token': String(request.headers['x-telegram-bot-api-secret-token']),
      };
      const body = Buffer.concat(chunks);
      const receivers = spread ? front.behind.slice((turn += 1) % front.behind.length).slice(0, 1) : front.behind;
      const [reply] = await Promise.all(
        receivers.map(async (url) => await fetch(url + (request.url ?? ''), { method: 'POST', headers, body })),
      );
      response.writeHead(reply?.status ?? 503).end();
    })().catch(() => response.writeHead(503).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  front.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return front;
}
