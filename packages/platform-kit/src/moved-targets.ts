/** A person or chat that the platform has given another id. */
export interface MovedTarget {
  /** Every form of the old target under which an operator may have registered it. */
  readonly from: readonly [string, ...string[]];
  /** The new target, as an operator would enter it. */
  readonly to: string;
}

/**
 * Passes on that targets have new ids. Their channels keep the old one, which may belong to somebody else now: the health of the channel
 * tells the operator. Rejects when it could not be stored.
 */
export type ReportMoved = (moved: readonly MovedTarget[]) => Promise<void>;
