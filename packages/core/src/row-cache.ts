import type { Clock } from './ports.js';

/** What was ended on another instance works for at most this long here, should its announcement not arrive. */
const CACHE_MS = 4000;
const CACHE_SIZE = 1000;

/** Rows as they were a moment ago, by the hash of what they are asked for with, so that not every request asks the database. */
export class RowCache<Row> {
  readonly #known = new Map<string, { row: Row; until: number }>();
  readonly #read: (hash: string) => Promise<Row | null>;
  readonly #clock: Clock;
  #generation = 0;

  constructor(read: (hash: string) => Promise<Row | null>, clock: Clock) {
    this.#read = read;
    this.#clock = clock;
  }

  async find(hash: string): Promise<Row | null> {
    const cached = this.#known.get(hash);
    if (cached && cached.until > this.#clock.now()) return cached.row;
    const generation = this.#generation;
    const until = this.#clock.now() + CACHE_MS;
    const row = await this.#read(hash);
    // What was read before the last change must not outlive it.
    if (row && generation === this.#generation) {
      if (this.#known.size >= CACHE_SIZE) this.#known.clear();
      this.#known.set(hash, { row, until });
    }
    return row;
  }

  /** Something has changed. */
  clear(): void {
    this.#generation += 1;
    this.#known.clear();
  }
}
