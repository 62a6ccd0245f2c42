/** How often things of several kinds happened to a subject in a period. */
export type PeriodCount<Subject, Kind extends string> = Subject & { readonly periodStart: Date } & Readonly<
    Record<Kind, number>
  >;

/** Counts what happens to subjects in periods of a length, until the counts are taken to be stored together. */
export class PeriodCounts<Subject extends object, Kind extends string> {
  readonly #rows = new Map<string, { subject: Subject; periodStart: Date; counts: Record<Kind, number> }>();
  readonly #kinds: readonly Kind[];
  readonly #periodMs: number;

  constructor(kinds: readonly Kind[], periodMs: number) {
    this.#kinds = kinds;
    this.#periodMs = periodMs;
  }

  /** `now`: Unix milliseconds. Periods begin at multiples of their length. */
  add(subject: Subject, kind: Kind, now: number): void {
    const periodStart = new Date(now - (now % this.#periodMs));
    const key = JSON.stringify([subject, periodStart]);
    let row = this.#rows.get(key);
    if (!row) {
      const counts = Object.fromEntries(this.#kinds.map((each) => [each, 0])) as Record<Kind, number>;
      row = { subject, periodStart, counts };
      this.#rows.set(key, row);
    }
    row.counts[kind] += 1;
  }

  /** What was counted since it was taken last. */
  take(): PeriodCount<Subject, Kind>[] {
    const rows = [...this.#rows.values()];
    this.#rows.clear();
    return rows.map(({ subject, periodStart, counts }) => Object.assign({ periodStart }, subject, counts));
  }
}
