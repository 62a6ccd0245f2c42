import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Connection, ConnectionContext } from '../connection.js';
import type { InboundEvent, Outcome } from '../events.js';
import type { Platform } from '../platform.js';
import type { Rig } from './rig.js';

/** Stands in for the gateway: lends a connection what it needs and remembers what it did. */
export interface Host {
  readonly connection: Connection;
  /** Every event whose delivery succeeded, in order. */
  readonly events: readonly InboundEvent[];
  readonly log: readonly string[];
  readonly reports: readonly string[];
  /** The next `times` deliveries cannot be stored. */
  failDeliveries(times: number): void;
  /** What a delivery resolves with for each event. */
  outcome: (event: InboundEvent) => Outcome;
  /** Receives events until `stop`, by the stream or by registering the webhook. */
  start(): Promise<void>;
  /** Ends receiving; resolves with the milliseconds that it took. */
  stop(): Promise<number>;
}

export const ignored: Outcome = { result: 'ignored', notice: null, closedText: null };

export async function openHost(
  platform: Platform,
  rig: Rig,
  webhookUrl: string | null,
  credentials = rig.credentials,
): Promise<Host> {
  const events: InboundEvent[] = [];
  const log: string[] = [];
  const reports: string[] = [];
  const state = new Map<string, string>();
  const abort = new AbortController();
  let failures = 0;
  let feeding: Promise<void> = Promise.resolve();
  const line = (message: string, fields?: Record<string, unknown>) =>
    void log.push(`${message} ${JSON.stringify(fields ?? {})}`);
  const context: ConnectionContext = {
    credentials: platform.credentials.parse({ ...credentials }) as ConnectionContext['credentials'],
    endpoints: {
      ...Object.fromEntries(Object.entries(platform.endpoints).map(([name, { default: url }]) => [name, url])),
      ...rig.endpoints,
    },
    webhookUrl,
    deliver: async (batch) => {
      if (failures > 0) {
        failures -= 1;
        throw new Error('The database is away.');
      }
      events.push(...batch);
      return batch.map((event) => host.outcome(event));
    },
    state: { get: async (key) => state.get(key) ?? null, set: async (key, value) => void state.set(key, value) },
    log: { debug: line, info: line, warn: line, error: line },
    now: () => Date.now(),
    fetch,
  };
  const connection = await platform.connect(context);
  const host: Host = {
    connection,
    events,
    log,
    reports,
    outcome: () => ignored,
    failDeliveries: (times) => void (failures = times),
    async start() {
      if (!connection.start) return void (await connection.register?.());
      const up = new Promise<void>((resolve) => {
        const report = (said: string) => void reports.push(said);
        feeding =
          connection.start?.({
            signal: abort.signal,
            onUp: () => (report('up'), resolve()),
            onDown: (reason) => (report(reason), resolve()),
          }) ?? feeding;
      });
      await up;
    },
    async stop() {
      const before = performance.now();
      abort.abort();
      await feeding;
      await connection.close();
      return performance.now() - before;
    },
  };
  return host;
}

/** An address on this machine whose requests go to a connection's webhook. */
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

/** Multiplies the time limits of tests on a busy machine. */
const factor = Number(process.env['TEST_TIMEOUT_FACTOR'] ?? 1);

/** Waits until a condition holds; fails after `timeoutMs`, multiplied by the environment's `TEST_TIMEOUT_FACTOR`, with the condition's text. */
export async function until(condition: () => boolean, timeoutMs = 8000): Promise<void> {
  const giveUpAt = performance.now() + timeoutMs * factor;
  while (!condition()) {
    if (performance.now() > giveUpAt) throw new Error(`Still not so after ${timeoutMs} ms: ${condition.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
