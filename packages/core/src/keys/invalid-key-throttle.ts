import type { Clock } from '../ports.js';
import { networkOf } from '../operators/sign-in-throttle.js';
import { Refusal } from '../refusal.js';

const WINDOW_MS = 60_000;
/** Invalid keys per address and window that get 401: more than a client sends that checks for errors. */
const MAX_INVALID_KEYS = 300;
/** Counted addresses, a few MB of memory. Beyond it the oldest one is dropped. */
const MAX_ADDRESSES = 20_000;

/**
 * Limits the guessing of keys from one address. Counted in this process only: a key has 190 random bits, so the limit saves load, not
 * keys, and a counter in the database would cost more than a guess.
 */
export class InvalidKeyThrottle {
  readonly #clock: Pick<Clock, 'now'>;
  /** By IPv4 address or IPv6 network. */
  readonly #counts = new Map<string, { count: number; until: number }>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** Counts an invalid key. Throws a `throttled` Refusal after too many from this address. */
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
