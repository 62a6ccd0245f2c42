/** One bar: what was counted in a time. */
export interface Bar {
  /** The begin of its time. */
  readonly from: string;
  readonly total: number;
  /** One number for each kind, from below. */
  readonly parts: readonly number[];
  /** What else is known of its time. Every bar has it, or none. */
  readonly note?: string;
}

/** What a part of a bar counts. */
interface BarKind {
  readonly label: string;
  /** Classes of the part and of its legend. */
  readonly fill: string;
  readonly dot: string;
}

/** Bars over time, and how they are called. */
export interface BarData {
  readonly bars: readonly Bar[];
  readonly kinds: readonly BarKind[];
  /** The name of `total`. */
  readonly total: string;
  /** The name of `note`. */
  readonly note?: string;
  /** The time of a bar, and a shorter one for the axis. */
  readonly titleOf: (from: string) => string;
  readonly labelOf: (from: string) => string;
}
