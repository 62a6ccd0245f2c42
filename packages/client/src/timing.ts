import type { RetryableError } from './errors.js';

/** Resolves after `ms`, or rejects with the reason of the signal. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
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
export function timeLimit(ms: number, signal?: AbortSignal) {
  const controller = new AbortController();
  const follow = () => controller.abort(signal?.reason);
  if (signal?.aborted) follow();
  else signal?.addEventListener('abort', follow, { once: true });
  const start = () => setTimeout(() => controller.abort(), ms);
  let timer = start();
  return {
    signal: controller.signal,
    extend() {
      clearTimeout(timer);
      timer = start();
    },
    release() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', follow);
    },
  };
}
