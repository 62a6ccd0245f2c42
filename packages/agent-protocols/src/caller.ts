import { GatewayError, type PromptRecord, type RouteCall } from '@gateway/contract';

/** Sends requests to the gateway: over HTTP, or inside its process. Throws `GatewayError`. */
export type Call = RouteCall;

/** Wall clock and timers, in milliseconds. */
export interface Clock {
  now(): number;
  /** Runs `work` once after `ms`. Returns a function that cancels it. */
  after(ms: number, work: () => void): () => void;
}

/** One caller of the gateway, with its rights. */
export interface Caller {
  readonly call: Call;
  readonly clock: Clock;
  /** Distinguishes callers, so that none continues the question of another. Not secret. */
  readonly id: string;
  /** Whether the caller created this prompt, as far as it can tell. */
  readonly owns: (prompt: PromptRecord) => boolean;
  /** Whether the process is stopping. Waits then end with the prompt as it is. */
  readonly isStopping: () => boolean;
  /** How long a request that failed for a transient reason is retried. Default: 30 seconds. */
  readonly retryForMs?: number | undefined;
}

/** Unless the caller has another limit. */
const RETRY_FOR_MS = 30_000;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 10_000;

/** Repeats a request that fails for a transient reason, such as a restart of the gateway, until `until` or `signal`. */
export async function retrying<T>(
  { clock, isStopping, retryForMs = RETRY_FOR_MS }: Pick<Caller, 'clock' | 'isStopping' | 'retryForMs'>,
  request: () => Promise<T>,
  { signal, until = clock.now() + retryForMs }: { readonly signal: AbortSignal; readonly until?: number },
): Promise<T> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    try {
      return await request();
    } catch (error) {
      const ms = error instanceof GatewayError && error.retryAfterSec !== null ? error.retryAfterSec * 1000 : pauseMs;
      if (!isTransient(error) || signal.aborted || isStopping() || clock.now() + ms > until) throw error;
      await pause(clock, ms, signal);
    }
  }
}

/** `fetch` reports a broken connection as a `TypeError`. */
function isTransient(error: unknown): boolean {
  return error instanceof GatewayError ? error.retryable : error instanceof TypeError;
}

/** Resolves after `ms`, or when `signal` aborts. */
export function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.after(ms, end);
    signal.addEventListener('abort', end, { once: true });
  });
}
