import type { Clock } from '../ports.js';
import type { KeyRow } from '../rows.js';
import type { KeyStore } from './key-store.js';

/** A key revoked on another instance works for at most this long here, should its announcement not arrive. */
const CACHE_MS = 4000;
const CACHE_SIZE = 1000;

/** Keys as they were a moment ago, so that not every request asks the database. */
export class KeyCache {
  readonly #known = new Map<string, { key: KeyRow; until: number }>();
  readonly #store: Pick<KeyStore, 'byHash'>;
  readonly #clock: Clock;
  #generation = 0;

  constructor(store: Pick<KeyStore, 'byHash'>, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  async find(hash: string): Promise<KeyRow | null> {
    const cached = this.#known.get(hash);
    if (cached && cached.until > this.#clock.now()) return cached.key;
    const generation = this.#generation;
    const until = this.#clock.now() + CACHE_MS;
    const key = await this.#store.byHash(hash);
    // What was read before the last change must not outlive it.
    if (key && generation === this.#generation) {
      if (this.#known.size >= CACHE_SIZE) this.#known.clear();
      this.#known.set(hash, { key, until });
    }
    return key;
  }

  /** Something has changed. */
  clear(): void {
    this.#generation += 1;
    this.#known.clear();
  }
}
