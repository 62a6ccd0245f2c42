import { Agent, request as httpRequest } from 'node:http';
import { Pool } from 'undici';
import { percentile } from '../numbers.js';
import type { HoldTask, Measured, RequestsTask, Shot } from './tasks.js';

const nothing: Measured = {
  count: 0,
  perSecond: Number.NaN,
  p50: Number.NaN,
  p95: Number.NaN,
  p99: Number.NaN,
  outOfOrder: 0,
};

/** Sends a request and reads its response. Throws when the status is not a success. */
export async function fire(pool: Pool, { method, path, headers, body }: Shot): Promise<void> {
  const response = await pool.request({ method, path, headers: { ...headers }, body: body ?? null });
  const text = await response.body.text();
  if (response.statusCode >= 300)
    throw new Error(`${method} ${path} answered ${response.statusCode}: ${text.slice(0, 200)}`);
}

export async function requests({ url, shot, connections, ms, count = Infinity }: RequestsTask): Promise<Measured> {
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
  return {
    ...nothing,
    count: times.length,
    perSecond: times.length / seconds,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
  };
}

/** Connections that are opened together: more than a listening socket queues would be refused. */
const HELD_AT_ONCE = 100;

let held: Promise<unknown> = Promise.resolve();

export async function hold({ url, shot, count }: HoldTask): Promise<Measured> {
  const agent = new Agent({ maxSockets: Infinity });
  const open = () => {
    const request = httpRequest(url + shot.path, { method: shot.method, headers: shot.headers, agent });
    const ended = new Promise<void>((resolve, reject) => {
      request.on('error', reject).on('response', (response) => {
        response.resume().on('end', resolve);
      });
    });
    const sent = new Promise<void>((resolve) => request.on('finish', resolve));
    request.end();
    return { sent, ended };
  };
  const ended: Promise<void>[] = [];
  while (ended.length < count) {
    const some = Array.from({ length: Math.min(HELD_AT_ONCE, count - ended.length) }, open);
    ended.push(...some.map((request) => request.ended));
    await Promise.race([Promise.all(some.map(({ sent }) => sent)), Promise.all(ended)]);
  }
  held = Promise.all(ended).finally(() => agent.destroy());
  held.catch(() => {});
  return nothing;
}

export async function release(): Promise<Measured> {
  await held;
  return nothing;
}
