import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** One request to the app's webhook. */
interface WebhookRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An app's webhook. It answers challenges, and events with the status from `answer`; 200 by default. */
export async function startApp(verifyToken: string, answer: (count: number) => number = () => 200) {
  const received: WebhookRequest[] = [];
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '/', 'http://localhost').searchParams;
    if (request.method === 'GET') {
      const isRight = query.get('hub.mode') === 'subscribe' && query.get('hub.verify_token') === verifyToken;
      return void response.writeHead(isRight ? 200 : 403).end(isRight ? query.get('hub.challenge') : '');
    }
    void request.toArray().then((chunks: Uint8Array[]) => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(answer(received.length)).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`, received };
}

/** Calls the API; resolves with the status, the body and its error. */
export async function ask(url: string, token: string | null, body?: object) {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  // oxlint-disable-next-line no-explicit-any -- tests look into bodies of many shapes
  const json = (await response.json()) as any;
  return { status: response.status, json, error: json.error };
}
