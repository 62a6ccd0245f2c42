import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PromptAnswered } from '@gateway/contract';

/** One received callback. */
export interface Callback {
  readonly signature: string;
  readonly event: PromptAnswered;
}

/** A minimal agent with a callback address that checks signatures. */
export interface Agent {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the agent on a free port; `onCallback` receives every callback with a valid signature. */
export async function startAgent(secret: string, onCallback: (callback: Callback) => void): Promise<Agent> {
  const server = createServer((request, response) => {
    // 2xx accepts the event; after any other status the gateway retries.
    const answer = (status: number) => response.writeHead(status).end();
    bodyOf(request).then(
      (body) => {
        const signature = String(request.headers['x-signature'] ?? '');
        if (!verifySignature(body, signature, secret)) return answer(401);
        onCallback({ signature, event: JSON.parse(body.toString('utf8')) as PromptAnswered });
        return answer(204);
      },
      () => answer(400),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/answers`,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Whether `signature` is `sha256=` and the HMAC-SHA256 of the raw body, compared in constant time. */
function verifySignature(body: Buffer, signature: string, secret: string): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
