/**
 * Receivers that were paused since this instance started. Claims take nothing for a paused receiver; this stops what a lane had claimed
 * before.
 */
export class PausedReceivers {
  readonly #destinations = new Set<string>();

  has(destination: string): boolean {
    return this.#destinations.has(destination);
  }

  /** Returns `paused`. */
  set({ destination, paused }: { readonly destination: string; readonly paused: boolean }): boolean {
    if (paused) this.#destinations.add(destination);
    else this.#destinations.delete(destination);
    return paused;
  }
}
