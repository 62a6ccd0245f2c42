import { Refusal } from '../base/refusal.js';
import type { RateLimits } from './rate-limits.js';

/** Right subjects in memory. Beyond it all are forgotten. */
const MAX_RIGHT = 10_000;

/**
 * Limits what anyone can try: keys, one-time links, addresses of hosted files and of webhooks. Only wrong ones count. When an address has
 * made too many, only what was right before is read from the database for it, so that a flood of guesses costs no query, and a platform
 * or an agent at the same address is still served.
 */
export class Guesses {
  readonly #rateLimits: Pick<RateLimits, 'checkGuess' | 'guess'>;
  readonly #right = new Set<string>();

  constructor(rateLimits: Pick<RateLimits, 'checkGuess' | 'guess'>) {
    this.#rateLimits = rateLimits;
  }

  /** Throws a `throttled` Refusal for an unknown subject after too many wrong ones from the address. */
  check(subject: string, address: string | null): void {
    if (!this.#right.has(subject)) this.#rateLimits.checkGuess(address);
  }

  right(subject: string): void {
    if (this.#right.size >= MAX_RIGHT) this.#right.clear();
    this.#right.add(subject);
  }

  wrong(subject: string, address: string | null): void {
    this.#right.delete(subject);
    this.#rateLimits.guess(address);
  }

  /** Reads what a guess leads to. A `not_found` Refusal of `read` is a wrong guess. */
  async read<T>(subject: string, address: string | null, read: () => Promise<T>): Promise<T> {
    this.check(subject, address);
    try {
      const found = await read();
      this.right(subject);
      return found;
    } catch (error) {
      if (error instanceof Refusal && error.kind === 'not_found') this.wrong(subject, address);
      throw error;
    }
  }
}
