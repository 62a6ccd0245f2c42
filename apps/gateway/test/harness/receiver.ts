import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onCleanUp } from './shared.js';
import { until } from './until.js';

/** One received callback. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  // oxlint-disable-next-line no-explicit-any -- tests read bodies of many types
  readonly json: any;
}

/** An agent's callback address. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Waits until at least `count` callbacks have arrived. */
  waitFor(count: number): Promise<readonly Received[]>;
}

/** Starts a receiver that stops with the test; `answer` replaces its plain 200. */
export async function startReceiver(
  answer: (received: Received, response: ServerResponse, count: number) => void = (_received, response) =>
    void response.end('thanks'),
): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      // The sender closed the connection before the body was complete.
      if (body === null) return;
      const json = parsed(body);
      if (json === undefined) return void response.writeHead(404).end();
      const entry = { path: request.url ?? '', headers: request.headers, body, json };
      received.push(entry);
      answer(entry, response, received.length);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onCleanUp(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    received,
    waitFor: async (count) => {
      await until(() => received.length >= count);
      return received;
    },
  };
}

/** Undefined: it is not of a gateway, but of a simulator, for a gateway that had this port before. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Null when the body is incomplete. */
async function read(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer);
  } catch {
    return null;
  }
  return request.complete ? Buffer.concat(chunks).toString('utf8') : null;
}
