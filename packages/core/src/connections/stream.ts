import type { Connection } from '@gateway/platform-kit';
import { pause, reasonOf } from '../loop.js';
import type { Clock, Logger } from '../ports.js';
import type { LeaseStore } from './lease-store.js';

export interface StreamOptions {
  readonly name: string;
  readonly connection: Pick<Connection, 'start'>;
  readonly leases: LeaseStore;
  /** Unique per instance. */
  readonly holder: string;
  /** Milliseconds within which another instance takes over after this one crashed. */
  readonly leaseMs: number;
  readonly clock: Clock;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly onUp: (remark?: string) => void;
  readonly onDown: (reason: string) => void;
  /** A poll or heartbeat succeeded. */
  readonly onContact: () => void;
  /** This instance no longer runs the stream. */
  readonly onEnd: () => void;
  /** Log fields of an error that the adapter threw. */
  readonly describeFailure: (error: unknown) => object;
}

/**
 * Runs an account's stream while this instance holds its lease, which only one instance can hold. A lease lasts 2/3 of `leaseMs`
 * and is requested every 1/6, so another instance holds it at most 5/6 of `leaseMs` after this one crashed. The stream ends before
 * the lease expires, so that there are never two.
 */
export async function holdStream(options: StreamOptions): Promise<void> {
  const { clock, leases, holder, signal, log, name } = options;
  const lifeMs = (options.leaseMs * 2) / 3;
  const beatMs = options.leaseMs / 6;

  async function acquire(): Promise<number | null> {
    const now = clock.now();
    const until = now + lifeMs;
    return (await leases.acquire(name, holder, new Date(now), new Date(until))) ? until : null;
  }

  async function keepAlive(until: number, lost: AbortController): Promise<void> {
    let heldUntil = until;
    while (!lost.signal.aborted) {
      await pause(clock, beatMs, lost.signal);
      if (lost.signal.aborted) return;
      const renewed = await Promise.race([
        acquire().catch(() => undefined),
        pause(clock, beatMs, lost.signal).then(() => undefined),
      ]);
      if (renewed === null) return lost.abort();
      if (renewed !== undefined) heldUntil = renewed;
      else if (clock.now() + 2 * beatMs >= heldUntil) return lost.abort();
    }
  }

  while (!signal.aborted) {
    const until = await acquire().catch(() => null);
    if (until === null) {
      await pause(clock, beatMs, signal);
      continue;
    }
    const lost = new AbortController();
    const stop = () => lost.abort();
    signal.addEventListener('abort', stop, { once: true });
    // `signal` may have aborted while the lease was requested, before the listener was added.
    if (signal.aborted) stop();
    const beating = keepAlive(until, lost);
    try {
      if (!lost.signal.aborted)
        await options.connection.start?.({
          signal: lost.signal,
          onUp: options.onUp,
          onDown: options.onDown,
          onContact: () => {
            if (!lost.signal.aborted) options.onContact();
          },
        });
    } catch (error) {
      log.error({ stream: name, ...options.describeFailure(error) }, 'A stream ended unexpectedly');
      options.onDown('The connection to the platform ended unexpectedly; it is being opened again.');
      await pause(clock, Math.min(5000, beatMs), signal);
    }
    lost.abort();
    options.onEnd();
    signal.removeEventListener('abort', stop);
    await beating;
    await leases
      .release(name, holder)
      .catch((error: unknown) =>
        log.warn({ stream: name, reason: reasonOf(error) }, 'A lease could not be released; it expires by itself'),
      );
  }
}
