/** How far a subject's use has moved since it was last shared. */
export interface SharedUse {
  /** SHA-256 of the kind of limit and the subject. */
  readonly subject: string;
  /** Milliseconds by which the time moves at which its whole limit is available again. */
  readonly spentMs: number;
}

/** What several instances know together about limited subjects. */
export interface RateLimitStore {
  /**
   * Adds the uses, in one statement. Returns when the whole limit of each subject is available again. A stored time after `latest` comes
   * from a wrong clock and is corrected. All times are Unix milliseconds.
   */
  share(uses: readonly SharedUse[], now: number, latest: number): Promise<ReadonlyMap<string, number>>;
  /** Deletes subjects whose whole limit is available again. */
  removeUnused(now: number): Promise<void>;
}
