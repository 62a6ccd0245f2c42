import { once } from 'node:events';
import { connect } from 'node:net';
import type { z } from 'zod';
import type { Connection, ConnectionContext } from '../connection.js';
import type { CredentialsSchema } from '../credentials.js';
import type { DeliveryReport } from '../delivery-reports.js';
import type { MovedTarget } from '../moved-targets.js';
import type { DeliverEvents, InboundEvent, Outcome } from '../events.js';
import { unreachable } from '../errors.js';
import type { Platform } from '../platform.js';
import { startTls, type OpenSocket } from '../sockets.js';

/** Outcome of an event that matches no prompt or channel. */
export const ignored: Outcome = { result: 'ignored', notice: null, closedText: null };

/** Outcome of the answer to a prompt. */
export const answered: Outcome = { result: 'answered', notice: 'You answered Yes.', closedText: 'Closed.' };

/** A connection opened through its manifest, with an in-memory context that records what the adapter does. */
export interface TestConnection {
  readonly connection: Connection;
  /** Every event passed to `deliver`, in order, including those of calls that failed. */
  readonly events: InboundEvent[];
  /** The same events, call by call. */
  readonly batches: (readonly InboundEvent[])[];
  /** Events of the calls of `deliver` that succeeded. */
  readonly stored: InboundEvent[];
  /** Everything passed to `reportMoved`, in order. */
  readonly moved: readonly MovedTarget[];
  /** Every report passed to `reportDeliveries`, in order, including those of calls that failed. */
  readonly deliveryReports: DeliveryReport[];
  /** Log lines: level, message and fields as JSON. */
  readonly log: string[];
  /** What the stream reported: `up`, `up: ` and a remark, or the reason of a failure. */
  readonly reports: string[];
  /** The account's durable state. */
  readonly state: Map<string, string>;
  /** Replace it to make deliveries slow, fail, or have another outcome. It returns `ignored` for every event otherwise. */
  deliver: DeliverEvents;
  /** Makes the next `times` calls of `deliver` and `reportDeliveries` fail. */
  failDeliveries(times: number): void;
  /** Starts the stream and waits for its first report. Calls `register` where the connection has no stream. */
  start(): Promise<void>;
  /** Stops the stream and closes the connection. Resolves with the milliseconds that this took. */
  stop(): Promise<number>;
}

export interface TestConnectionOptions {
  /** Values of the credential fields; the manifest's schema parses them. */
  readonly credentials: Readonly<Record<string, string | undefined>>;
  /** Root addresses that replace the manifest's defaults. */
  readonly endpoints?: Readonly<Record<string, string>>;
  /** Null, the default: the gateway has no public address. */
  readonly webhookUrl?: string | null;
  /** Pass the same map to several connections to simulate a restart. */
  readonly state?: Map<string, string>;
  readonly fetch?: typeof fetch;
  readonly now?: () => number;
}

export async function openTestConnection<Schema extends CredentialsSchema>(
  platform: Platform<Schema>,
  { credentials, endpoints, webhookUrl = null, state = new Map(), fetch: given, now }: TestConnectionOptions,
): Promise<TestConnection> {
  const events: InboundEvent[] = [];
  const batches: (readonly InboundEvent[])[] = [];
  const stored: InboundEvent[] = [];
  const log: string[] = [];
  const line =
    (level: string) =>
    (message: string, fields: Record<string, unknown> = {}) =>
      void log.push(`${level} ${message} ${JSON.stringify(fields)}`);
  const deliveryReports: DeliveryReport[] = [];
  const moved: MovedTarget[] = [];
  let failures = 0;
  function failIfAsked(): void {
    if (failures === 0) return;
    failures -= 1;
    throw new Error('The database is not available.');
  }
  let stream: RunningStream | null = null;
  const context: ConnectionContext<z.output<Schema>> = {
    credentials: platform.credentials.parse({ ...credentials }),
    endpoints: {
      ...Object.fromEntries(Object.entries(platform.endpoints).map(([name, { default: url }]) => [name, url])),
      ...endpoints,
    },
    webhookUrl,
    deliver: async (batch) => {
      batches.push(batch);
      events.push(...batch);
      failIfAsked();
      const outcomes = await test.deliver(batch);
      stored.push(...batch);
      return outcomes;
    },
    reportDeliveries: async (reported) => {
      deliveryReports.push(...reported);
      failIfAsked();
    },
    reportMoved: async (reported) => {
      moved.push(...reported);
      failIfAsked();
    },
    state: { get: async (key) => state.get(key) ?? null, set: async (key, value) => void state.set(key, value) },
    log: { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') },
    now: now ?? (() => Date.now()),
    fetch: given ?? fetch,
    connect: openSocket,
  };
  const reports: string[] = [];
  const connection = await platform.connect(context);
  const test: TestConnection = {
    connection,
    events,
    batches,
    stored,
    deliveryReports,
    moved,
    log,
    reports,
    state,
    deliver: async (batch) => batch.map(() => ignored),
    failDeliveries: (times) => void (failures = times),
    async start() {
      if (!connection.start) return void (await connection.register?.());
      stream = runStream(connection, reports);
      await stream.reported;
    },
    async stop() {
      const before = performance.now();
      await stream?.stop();
      await connection.close();
      return performance.now() - before;
    },
  };
  return test;
}

/** Opens sockets without rules for addresses. */
const openSocket: OpenSocket = async ({ host, port, tls, signal }) => {
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect', { signal });
  } catch (error) {
    socket.destroy();
    throw unreachable(`${host}:${port}`, error, 'the host and the port');
  }
  return tls ? await startTls(socket, host, tls === true ? {} : tls) : socket;
};

/** A stream that a test started. */
export interface RunningStream {
  /** What the stream reported, in order: `up`, `up: ` and a remark, or the reason of a failure. */
  readonly reports: string[];
  /** Resolves at the first report. Rejects when the stream ends before it, with the error that it ended with. */
  readonly reported: Promise<void>;
  /** Stops the stream. Resolves with the milliseconds that this took. */
  stop(): Promise<number>;
}

/** Starts the stream of a connection and records its reports. */
export function runStream(connection: Connection, reports: string[] = []): RunningStream {
  const abort = new AbortController();
  let first = () => {};
  let isReported = false;
  const firstReport = new Promise<void>((resolve) => (first = resolve));
  const report = (text: string) => {
    reports.push(text);
    isReported = true;
    first();
  };
  const { signal } = abort;
  const onUp = (remark?: string) => report(remark === undefined ? 'up' : `up: ${remark}`);
  const ended = connection.start?.({ signal, onUp, onDown: report });
  if (!ended) throw new Error('The connection has no stream.');
  const early = ended.then(() => {
    if (!isReported) throw new Error('start ended before it reported onUp or onDown.');
  });
  const reported = Promise.race([firstReport, early]);
  // A test that does not wait for the first report gets the error from stop.
  reported.catch(() => {});
  return {
    reports,
    reported,
    async stop() {
      const before = performance.now();
      abort.abort();
      // The error of a stream that reported nothing is the one of `reported`.
      if (isReported) await ended;
      else await early.catch(() => {});
      return performance.now() - before;
    },
  };
}
