/** Concurrent attempts to responsive receivers. */
const MAX_RESPONSIVE_ATTEMPTS = 128;
/** Concurrent attempts, including those to silent receivers: each holds a connection. */
const MAX_CONNECTIONS = 1024;
/** Deliveries per receiver in one claim; a receiver with more running attempts gets none. */
export const MAX_PER_DESTINATION = 16;
/** A receiver without a response for this long is silent: its attempts no longer count towards `MAX_RESPONSIVE_ATTEMPTS`. */
const SILENT_AFTER_MS = 300;
/** From this number of running attempts on, silent receivers get no more. */
const MAX_ATTEMPTS_TO_ADD_SILENT = 256;

/** Limits of the next claim. */
export interface ClaimLimits {
  readonly limit: number;
  readonly perDestination: number;
  /** Limit for receivers whose last attempt timed out: half of the slots. */
  readonly timedOutLimit: number;
  /** Destinations to claim nothing for. */
  readonly skip: readonly string[];
  /** Destinations with a running attempt. */
  readonly busy: readonly string[];
}

/**
 * Tracks the running attempts of this instance per destination. Kept in memory because connections belong to the process. Which
 * receivers timed out is in the database, for all instances.
 */
export class Slots {
  /** Destinations with running attempts; `quietSince`: when one last ended without a timeout, or the first one started. */
  readonly #destinations = new Map<string, { count: number; quietSince: number }>();
  #total = 0;

  begin(destination: string, now: number): void {
    const entry = this.#destinations.get(destination) ?? { count: 0, quietSince: now };
    entry.count += 1;
    this.#destinations.set(destination, entry);
    this.#total += 1;
  }

  end(destination: string, timedOut: boolean, now: number): void {
    const entry = this.#destinations.get(destination);
    if (!entry) return;
    this.#total -= 1;
    entry.count -= 1;
    if (!timedOut) entry.quietSince = now;
    if (entry.count === 0) this.#destinations.delete(destination);
  }

  claimLimits(now: number): ClaimLimits {
    const skip: string[] = [];
    let responsive = 0;
    for (const [destination, { count, quietSince }] of this.#destinations) {
      const silent = now - quietSince >= SILENT_AFTER_MS;
      if (!silent) responsive += count;
      if (count > MAX_PER_DESTINATION || (silent && this.#total >= MAX_ATTEMPTS_TO_ADD_SILENT)) skip.push(destination);
    }
    return {
      limit: Math.max(0, Math.min(MAX_RESPONSIVE_ATTEMPTS - responsive, MAX_CONNECTIONS - this.#total)),
      perDestination: MAX_PER_DESTINATION,
      timedOutLimit: MAX_RESPONSIVE_ATTEMPTS / 2,
      skip,
      busy: [...this.#destinations.keys()],
    };
  }

  /** When the next receiver becomes silent, which frees its slots; null: none will. */
  nextRelease(now: number): number | null {
    const times = [...this.#destinations.values()].map(({ quietSince }) => quietSince + SILENT_AFTER_MS);
    const next = Math.min(...times.filter((time) => time > now));
    return next === Infinity ? null : next;
  }
}
