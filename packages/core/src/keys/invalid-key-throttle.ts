import type { Clock } from '../ports.js';
import { networkOf } from '../operators/sign-in-throttle.js';
import { Refusal } from '../refusal.js';

const WINDOW_MS = 60_000;
/** Wrong keys from one address within a window that are answered 401: more than any client sends that checks for errors. */
const MAX_INVALID_KEYS = 300;
/** Addresses that are counted at a time: a few MB at most. The one that began first is forgotten for another. */
const MAX_ADDRESSES = 20_000;

/**
 * Slows down guessing of keys from one address. Counted in this process alone: a key has 190 random bits, so what is saved is work,
 * and a count in the database would be more work than the guess.
 */
export class InvalidKeyThrottle {
  readonly #clock: Pick<Clock, 'now'>;
  /** By address, of IPv6 by network. */
  readonly #counts = new Map<string, { count: number; until: number }>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** Counts a wrong key; throws a `throttled` Refusal when there were too many from this address. */
  note(address: string | null): void {
    const subject = address === null ? 'unknown' : networkOf(address);
    const now = this.#clock.now();
    let entry = this.#counts.get(subject);
    if (!entry || entry.until <= now) {
      entry = { count: 0, until: now + WINDOW_MS };
      this.#counts.delete(subject);
      this.#counts.set(subject, entry);
      const [oldest] = this.#counts.keys();
      if (this.#counts.size > MAX_ADDRESSES && oldest !== undefined) this.#counts.delete(oldest);
    }
    entry.count += 1;
    if (entry.count <= MAX_INVALID_KEYS) return;
    const seconds = Math.max(1, Math.ceil((entry.until - now) / 1000));
    throw new Refusal(
      'throttled',
      `Too many requests with a wrong API key came from this address: correct the key, and try again in ${seconds} s.`,
      null,
      { retryAfterSec: seconds },
    );
  }
}
