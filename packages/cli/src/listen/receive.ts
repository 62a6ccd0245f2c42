import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifySignature } from '@gateway/client';
import type { Context } from '../context.js';
import { UsageError } from '../exit-codes.js';
import { forwarded, forwardedText } from './follow.js';
import { forward } from './forwarding.js';

interface Receiving {
  readonly port: number;
  readonly host: string;
  readonly forwardTo: string | undefined;
  readonly secret: string;
}

const LONGEST_BODY = 1024 * 1024;
const signed = ['content-type', 'webhook-id', 'webhook-timestamp', 'webhook-signature', 'x-signature'];

/** Receives callbacks, and verifies, prints and forwards them as they are, until the signal aborts. */
export async function receive(
  { output, signal }: Context,
  { port, host, forwardTo, secret }: Receiving,
): Promise<void> {
  const accept = async (request: IncomingMessage): Promise<number> => {
    const body = await bodyOf(request);
    if (!body) return 413;
    const genuine = await verifySignature({ body, headers: request.headers, secret });
    const headers = Object.fromEntries(
      signed.flatMap((name) => [[name, request.headers[name]].flat()]).filter(([, value]) => value),
    );
    const status =
      genuine && forwardTo !== undefined
        ? await forward(forwardTo, body, headers as Record<string, string>, signal)
        : undefined;
    const text = new TextDecoder().decode(body);
    const result = { verified: genuine, event: jsonOf(text), ...forwarded(status) };
    output.result(result, `${genuine ? 'verified' : 'NOT VERIFIED'}  ${text}${forwardedText(status)}`);
    if (!genuine) return 401;
    return status === undefined ? 204 : (status ?? 502);
  };
  const server = createServer((request, response) => {
    accept(request).then(
      (status) => response.writeHead(status).end(),
      () => response.destroy(),
    );
  });
  server.listen(port, host);
  await once(server, 'listening').catch((error: Error) => {
    throw new UsageError(`Cannot listen on port ${port}: ${error.message}`);
  });
  output.note(`Receiving callbacks at http://${host}:${(server.address() as AddressInfo).port}/`);
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  server.closeAllConnections();
  server.close();
}

/** Null: too long. */
async function bodyOf(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer> | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > LONGEST_BODY) return null;
    parts.push(part);
  }
  return Uint8Array.from(Buffer.concat(parts));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
