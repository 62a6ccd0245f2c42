import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { percentile } from './numbers.js';

/** Number of callback addresses, one port each: the gateway distinguishes receivers by address. */
const RECEIVERS = 20;

/** The load generator runs in its own process. It receives a task as a message and replies with its measurement. */

interface Shot {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface RequestsTask {
  readonly kind: 'requests';
  readonly url: string;
  readonly shot: Shot;
  readonly connections: number;
  /** Ends after this time, or after `count` requests. */
  readonly ms: number;
  readonly count?: number;
}

/** Sends each shot once. A connection waits for the callback of its prompt before it sends the next shot. */
export interface PressesTask {
  readonly kind: 'presses';
  readonly url: string;
  readonly shots: readonly (Shot & { readonly promptNum: number })[];
  readonly connections: number;
}

/** Measures the rate of callbacks from the first to the last of `count`. */
export interface DrainTask {
  readonly kind: 'drain';
  readonly count: number;
}

export interface Measured {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

export type Task = RequestsTask | PressesTask | DrainTask;

async function fire(pool: Pool, { method, path, headers, body }: Shot): Promise<void> {
  const response = await pool.request({ method, path, headers: { ...headers }, body: body ?? null });
  const text = await response.body.text();
  if (response.statusCode >= 300)
    throw new Error(`${method} ${path} answered ${response.statusCode}: ${text.slice(0, 200)}`);
}

async function requests({ url, shot, connections, ms, count = Infinity }: RequestsTask): Promise<Measured> {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const times: number[] = [];
  const startedAt = performance.now();
  let fired = 0;
  const worker = async () => {
    while (performance.now() - startedAt < ms && fired < count) {
      fired += 1;
      const firedAt = performance.now();
      await fire(pool, shot);
      times.push(performance.now() - firedAt);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const seconds = (performance.now() - startedAt) / 1000;
  await pool.close();
  return { perSecond: times.length / seconds, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

/** Receives the prompt number and the arrival time of each callback. */
let onCallback = (_promptNum: number, _at: number) => {};

const answer: RequestListener = (request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => (body += text));
  request.on('end', () => {
    const at = performance.now();
    response.writeHead(204).end();
    onCallback(Number(/"prompt_num":(\d+)/.exec(body)?.[1]), at);
  });
};

async function presses({ url, shots, connections }: PressesTask): Promise<Measured> {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const waiting = new Map<number, (at: number) => void>();
  onCallback = (promptNum, at) => waiting.get(promptNum)?.(at);
  const times: number[] = [];
  const startedAt = performance.now();
  const queue = shots.values();
  const worker = async () => {
    for (const shot of queue) {
      const called = new Promise<number>((resolve) => waiting.set(shot.promptNum, resolve));
      const firedAt = performance.now();
      await fire(pool, shot);
      times.push((await called) - firedAt);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const seconds = (performance.now() - startedAt) / 1000;
  await pool.close();
  return { perSecond: shots.length / seconds, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

async function drain({ count }: DrainTask): Promise<Measured> {
  let firstAt = 0;
  let seen = 0;
  const lastAt = await new Promise<number>((resolve) => {
    onCallback = (_promptNum, at) => {
      firstAt ||= at;
      seen += 1;
      if (seen === count) resolve(at);
    };
  });
  return { perSecond: ((count - 1) / (lastAt - firstAt)) * 1000, p50: Number.NaN, p99: Number.NaN };
}

process.on('message', (task: Task) => {
  const work = task.kind === 'requests' ? requests(task) : task.kind === 'presses' ? presses(task) : drain(task);
  work.then(
    (measured) => process.send?.({ measured }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());

const receiverPorts: number[] = [];
for (let index = 0; index < RECEIVERS; index += 1) {
  const server = createServer({ keepAliveTimeout: 60_000 }, answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  receiverPorts.push((server.address() as AddressInfo).port);
}
process.send?.({ receiverPorts });
