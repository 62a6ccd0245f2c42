/** Attempts at once to receivers that react. */
const MAX_RESPONSIVE_ATTEMPTS = 128;
/** Attempts at once, those to silent receivers included: each holds a connection. */
const MAX_CONNECTIONS = 1024;
/** One claim takes at most this many for a receiver, and none for one that has more under way. */
const MAX_PER_DESTINATION = 16;
/** A receiver that has not reacted for so long is silent: its attempts give their slots back. */
const SILENT_AFTER_MS = 300;
/** With so many attempts under way, silent receivers get no more. */
const MAX_ATTEMPTS_TO_ADD_SILENT = 256;

/** What the next claim may take. */
export interface ClaimLimits {
  readonly limit: number;
  readonly perDestination: number;
  /** Of the slots, half are never for receivers whose last attempt timed out. */
  readonly timedOutLimit: number;
  /** Destinations that get nothing. */
  readonly skip: readonly string[];
  /** Destinations with an attempt under way. */
  readonly busy: readonly string[];
}

/**
 * Who holds how many of this instance's connections. This is scheduling and stays in memory: slots are the process's own, and an
 * attempt that a dead process had under way holds nothing. Which receivers timed out is in the database, for all instances.
 */
export class Slots {
  /** Destinations with attempts under way; `quietSince`: since when none of them has ended. */
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
    let taken = 0;
    for (const [destination, { count, quietSince }] of this.#destinations) {
      const silent = now - quietSince >= SILENT_AFTER_MS;
      if (!silent) taken += count;
      if (count > MAX_PER_DESTINATION || (silent && this.#total >= MAX_ATTEMPTS_TO_ADD_SILENT)) skip.push(destination);
    }
    return {
      limit: Math.max(0, Math.min(MAX_RESPONSIVE_ATTEMPTS - taken, MAX_CONNECTIONS - this.#total)),
      perDestination: MAX_PER_DESTINATION,
      timedOutLimit: MAX_RESPONSIVE_ATTEMPTS / 2,
      skip,
      busy: [...this.#destinations.keys()],
    };
  }

  /** When the next receiver will count as silent and its slots are free; null: none holds any. */
  nextRelease(now: number): number | null {
    const times = [...this.#destinations.values()].map(({ quietSince }) => quietSince + SILENT_AFTER_MS);
    const next = Math.min(...times.filter((time) => time > now));
    return next === Infinity ? null : next;
  }
}
