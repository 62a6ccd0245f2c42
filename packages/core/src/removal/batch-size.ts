/** What a batch may take, in milliseconds: on SQLite every other request waits for it. */
const TARGET_MS = 8;
const FIRST = 25;
/** A prompt with its deliveries and the search index takes up to 1 ms. Fewer rows would be less than the commit costs. */
const MIN = 10;
const MAX = 1000;

/** How many rows the next batch deletes, so that it takes about 8 ms on this machine with this database. */
export class BatchSize {
  #rows = FIRST;

  get rows(): number {
    return this.#rows;
  }

  /** A full batch of this size took `ms`. One slow batch at most halves the next one: it may have waited for others. */
  note(ms: number): void {
    const factor = Math.min(2, Math.max(0.5, TARGET_MS / ms));
    this.#rows = Math.min(MAX, Math.max(MIN, Math.round(this.#rows * factor)));
  }
}
