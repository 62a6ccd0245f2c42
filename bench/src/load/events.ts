import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { percentile } from '../numbers.js';
import type { Receivers } from './callbacks.js';
import { fire } from './requests.js';
import type { EventShot, EventsTask, Measured } from './tasks.js';

/** Without a callback for this time, the others count as lost. */
const MAX_SILENCE_MS = 30_000;
const MAX_CONNECTIONS = 64;

export async function events({ urls, shots, pace }: EventsTask, receivers: Receivers): Promise<Measured> {
  const connections = 'connections' in pace ? pace.connections : MAX_CONNECTIONS;
  const pools = urls.map((url) => new Pool(url, { connections, pipelining: 1 }));
  const callbacks = expectCallbacks(shots, receivers);
  const times: number[] = [];
  const startedAt = performance.now();
  let sent = 0;
  const send = async (shot: EventShot, untilCallback: boolean) => {
    const firedAt = performance.now();
    const pool = pools[(sent += 1) % pools.length] as Pool;
    const ended = callbacks.of(shot)?.then((at) => times.push(at - firedAt));
    await fire(pool, shot);
    if (!ended) times.push(performance.now() - firedAt);
    if (untilCallback) await ended;
  };
  if ('everyMs' in pace) {
    const running = shots.map(async (shot, index) => {
      await delay(index * pace.everyMs);
      await send(shot, false);
    });
    await Promise.all(running);
  } else {
    const queue = shots.values();
    const worker = async () => {
      for (const shot of queue) await send(shot, pace.untilCallback);
    };
    await Promise.all(Array.from({ length: connections }, worker));
  }
  await callbacks.all();
  const seconds = (performance.now() - startedAt) / 1000;
  await Promise.all(pools.map((pool) => pool.close()));
  return {
    count: shots.length,
    perSecond: shots.length / seconds,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    outOfOrder: callbacks.outOfOrder(),
  };
}

function expectCallbacks(shots: readonly EventShot[], receivers: Receivers) {
  const waiting = new Map<string, PromiseWithResolvers<number>>();
  for (const { key } of shots) if (key !== null) waiting.set(key, withResolvers<number>());
  const expected = [...waiting.values()].map(({ promise }) => promise);
  const lastSeq = new Map<string, number>();
  let outOfOrder = 0;
  let lastAt = performance.now();
  receivers.listen(({ at, promptNum, text, channel, seq }) => {
    lastAt = at;
    if (seq !== null) {
      const last = lastSeq.get(channel);
      if (last !== undefined && seq !== last + 1) outOfOrder += 1;
      lastSeq.set(channel, seq);
    }
    const key = promptNum === null ? (text ?? '') : String(promptNum);
    waiting.get(key)?.resolve(at);
    waiting.delete(key);
  });
  return {
    of: ({ key }: EventShot) => (key === null ? undefined : waiting.get(key)?.promise),
    outOfOrder: () => outOfOrder,
    async all() {
      const { promise: silence, reject } = withResolvers<never>();
      lastAt = performance.now();
      const timer = setInterval(() => {
        if (performance.now() - lastAt > MAX_SILENCE_MS)
          reject(new Error(`${waiting.size} of ${shots.length} callbacks did not arrive.`));
      }, 1000);
      try {
        await Promise.race([Promise.all(expected), silence]);
      } finally {
        clearInterval(timer);
      }
    },
  };
}

interface PromiseWithResolvers<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(error: Error): void;
}

/** `Promise.withResolvers`, which Node 20 does not have. */
function withResolvers<T>(): PromiseWithResolvers<T> {
  let resolve: (value: T) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
