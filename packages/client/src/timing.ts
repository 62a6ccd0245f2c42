import type { RetryableError } from './errors.js';

/** The time by which a client waits. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `work` once after `ms` milliseconds. Returns a function that prevents it. */
  after(ms: number, work: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};

/** Resolves after `ms`, or rejects with the reason of the signal. */
export async function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const abort = () => {
      cancel();
      reject(signal?.reason as Error);
    };
    const cancel = clock.after(ms, () => {
      signal?.removeEventListener('abort', abort);
      resolve();
    });
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/** Throws unless a time is a number of seconds from 0, or not given. */
export function checkSeconds(name: string, seconds: unknown): void {
  if (seconds !== undefined && !(typeof seconds === 'number' && seconds >= 0))
    throw new TypeError(`${name} must be a number of seconds, 0 or more.`);
}

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;

/** Milliseconds before retry number `retry` (from 0): what the gateway asked for, otherwise exponential with jitter. */
export function retryDelay(error: RetryableError, retry: number): number {
  if (error.retryAfterSec !== null) return error.retryAfterSec * 1000;
  return Math.min(FIRST_DELAY_MS * 2 ** retry, LONGEST_DELAY_MS) * (0.5 + Math.random() / 2);
}

/**
 * A signal that follows another one and can also time out. `extend` starts its time again; `release` ends it and must be called.
 */
export function timeLimit(clock: Clock, ms: number, signal?: AbortSignal) {
  const controller = new AbortController();
  const follow = () => controller.abort(signal?.reason);
  if (signal?.aborted) follow();
  else signal?.addEventListener('abort', follow, { once: true });
  const start = () => clock.after(ms, () => controller.abort());
  let cancel = start();
  return {
    signal: controller.signal,
    extend() {
      cancel();
      cancel = start();
    },
    release() {
      cancel();
      signal?.removeEventListener('abort', follow);
    },
  };
}
