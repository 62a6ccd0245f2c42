import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Passes requests on to `origin`. The replies to posts wait until `release` is called. */
export async function holdReplies(origin: string): Promise<{ url: string; release: () => void }> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { authorization = '', 'content-type': type = '' } = request.headers;
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array);
    const isPost = request.method === 'POST';
    const reply = await fetch(`${origin}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { authorization, ...(isPost && { 'content-type': type }) },
      ...(isPost && { body: Buffer.concat(chunks) }),
    });
    const text = await reply.text();
    if (isPost) await released;
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(text);
  }
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    release();
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, release: () => release() };
}
