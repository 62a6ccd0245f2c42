import { pause, reasonOf } from '../base/loop.js';
import type { LeaseStore } from '../ports/service/lease-store.js';
import type { Services } from '../ports/services.js';

export interface LeaseOptions extends Pick<Services, 'clock' | 'log'> {
  readonly name: string;
  readonly leases: LeaseStore;
  /** Unique per instance. */
  readonly holder: string;
  /** Milliseconds within which another instance takes over after this one crashed. */
  readonly leaseMs: number;
  readonly signal: AbortSignal;
}

/**
 * Works while this instance holds a lease, which only one instance can hold. A lease lasts 2/3 of `leaseMs` and is requested every 1/6,
 * so another instance holds it at most 5/6 of `leaseMs` after this one crashed. The signal of `work` aborts before the lease expires, so
 * that two instances never work. `work` begins again when it ends; it must not reject.
 */
export async function holdLease(options: LeaseOptions, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const { name, leases, holder, leaseMs, clock, log, signal } = options;
  const lifeMs = (leaseMs * 2) / 3;
  const beatMs = leaseMs / 6;

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
    if (!lost.signal.aborted) await work(lost.signal);
    lost.abort();
    signal.removeEventListener('abort', stop);
    await beating;
    await leases
      .release(name, holder)
      .catch((error: unknown) =>
        log.warn({ lease: name, reason: reasonOf(error) }, 'A lease could not be released; it expires by itself'),
      );
  }
}

/** A pause after `work` failed, not longer than the lease is requested again. */
export async function pauseAfterFailure({ clock, leaseMs, signal }: LeaseOptions): Promise<void> {
  await pause(clock, Math.min(5000, leaseMs / 6), signal);
}
