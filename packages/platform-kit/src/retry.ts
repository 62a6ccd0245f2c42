import type { Log, StreamControl } from './connection.js';
import { explain, isPlatformError, PlatformError } from './errors.js';

/** Milliseconds to wait after `failures` failures in a row (1 or more): `firstMs`, doubled with each failure, at most `maxMs`. */
export function backoffMs(failures: number, firstMs = 1000, maxMs = 30_000): number {
  return Math.min(firstMs * 2 ** (failures - 1), maxMs);
}

/** Shortens a delay by up to a quarter at random, so that many gateways do not retry in step. */
export function withJitter(delayMs: number): number {
  return delayMs * (0.75 + Math.random() / 4);
}

/** The wait that a `Retry-After` header asks for, in milliseconds: it has seconds, or a date. Null: it is missing or neither (RFC 9110). */
export function retryAfterMs(header: string | null, nowMs = Date.now()): number | null {
  if (header === null || header.trim() === '') return null;
  const ms = /^\s*\d+(\.\d+)?\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return Number.isFinite(ms) ? Math.max(0, Math.round(ms)) : null;
}

/** What `once` of `retry` gets. A poller only calls `onContact` after each poll: the first one after an outage is also an `onUp`. */
export interface RetryControl extends Required<StreamControl> {
  /** Whether the stream worked when it last reported. */
  readonly isUp: boolean;
}

export interface RetryOptions {
  /** Milliseconds of the first pause, and at most. Default: 1 s and 30 s. */
  readonly firstMs?: number;
  readonly maxMs?: number;
  /** Failures in a row with the code `unavailable` that a working stream does not report, such as an interrupted long poll. Default: 0. */
  readonly tolerated?: number;
  /** Gets one line for each outage. */
  readonly log?: Pick<Log, 'warn'>;
}

/**
 * Keeps a stream going until its signal aborts. `once` is one round: a poll, or a connection until it ends. It calls `onUp` or
 * `onContact` when it works. When it resolves, the next round begins at once. When it rejects, or resolves without having worked, the
 * reason goes to `onDown`, and the next round begins after a pause that grows with each failure in a row. What only an operator can
 * change is tried once a minute.
 */
export async function retry(
  control: StreamControl,
  once: (control: RetryControl) => Promise<void>,
  { firstMs = 1000, maxMs = 30_000, tolerated = 0, log }: RetryOptions = {},
): Promise<void> {
  const { signal } = control;
  let state = 'starting' as 'starting' | 'up' | 'down';
  let failures = 0;
  let hasWorked = false;
  const passed: RetryControl = {
    signal,
    get isUp() {
      return state === 'up';
    },
    onUp(remark) {
      hasWorked = true;
      failures = 0;
      state = 'up';
      control.onUp(remark);
    },
    onDown(reason) {
      state = 'down';
      control.onDown(reason);
    },
    onContact() {
      if (state !== 'up') passed.onUp();
      hasWorked = true;
      failures = 0;
      control.onContact?.();
    },
  };
  while (!signal.aborted) {
    hasWorked = false;
    const problem = await once(passed).then(
      () => (hasWorked ? null : new PlatformError('unavailable', 'The connection to the platform ended.')),
      (error: unknown) => (isPlatformError(error) ? error : new PlatformError('unavailable', explain(error))),
    );
    if (problem === null || signal.aborted) continue;
    failures += 1;
    if (state !== 'up' || problem.code !== 'unavailable' || failures > tolerated) {
      if (state !== 'down') log?.warn('The stream does not work.', { reason: explain(problem) });
      passed.onDown(explain(problem));
    }
    await pause(pauseMs(problem, failures, firstMs, maxMs), signal);
  }
}

function pauseMs({ code, retryAfterMs }: PlatformError, failures: number, firstMs: number, maxMs: number): number {
  if (code === 'rate_limited') return retryAfterMs ?? 1000;
  // Another program holds the stream: it needs time to end.
  if (code === 'conflict') return backoffMs(failures, 5000, 60_000);
  return code === 'unavailable' ? withJitter(backoffMs(failures, firstMs, maxMs)) : 60_000;
}

/** Resolves after `ms` milliseconds, or when the signal aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
}
