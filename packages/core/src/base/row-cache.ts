import type { Clock } from '../ports/system.js';

/** How long a key, session or channel that was ended on another instance still works here if the announcement is lost. */
const CACHE_MS = 4000;
const CACHE_SIZE = 1000;

/** A short-lived cache of rows, so that not every request queries the database. */
export class RowCache<Row, Key extends readonly string[] = [hash: string]> {
  readonly #known = new Map<string, { row: Row; until: number }>();
  readonly #read: (...key: Key) => Promise<Row | null>;
  readonly #clock: Clock;
  #generation = 0;

  constructor(read: (...key: Key) => Promise<Row | null>, clock: Clock) {
    this.#read = read;
    this.#clock = clock;
  }

  async find(...key: Key): Promise<Row | null> {
    const name = key.join('\0');
    const cached = this.#known.get(name);
    if (cached && cached.until > this.#clock.now()) return cached.row;
    const generation = this.#generation;
    const until = this.#clock.now() + CACHE_MS;
    const row = await this.#read(...key);
    // A row that was read before the last change must not be cached.
    if (row && generation === this.#generation) {
      if (this.#known.size >= CACHE_SIZE) this.#known.clear();
      this.#known.set(name, { row, until });
    }
    return row;
  }

  /** Drops all rows, because one of them has changed. */
  clear(): void {
    this.#generation += 1;
    this.#known.clear();
  }
}
