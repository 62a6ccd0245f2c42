import type { ChannelRow } from '../rows.js';

/** Prompt counts of one period. */
export interface StatisticsBucket {
  readonly created: number;
  readonly answered: number;
  /** Reached their expiry time. */
  readonly expired: number;
  /** Cancelled before their expiry. */
  readonly cancelled: number;
  /** Closed because the platform reported that the question did not arrive. */
  readonly undeliverable: number;
}

/** Counts of one organization, from the records that are still stored. */
export interface WindowStatistics {
  /** One per requested period, in the same order. */
  readonly buckets: readonly StatisticsBucket[];
  /** Median of the latest answers; null: there is none. */
  readonly medianAnswerMs: number | null;
  readonly callbacks: { readonly delivered: number; readonly dead: number; readonly pending: number };
  readonly queue: { readonly pending: number; readonly oldestAt: Date | null };
  readonly channels: {
    readonly active: number;
    readonly failing: number;
    /** Not failing, but never seen to work. */
    readonly unverified: number;
    readonly troubled: readonly ChannelRow[];
  };
}

export interface WindowStatisticsStore {
  /** Periods include `from`, exclude `to`, and are consecutive. Counts by index-only queries. */
  read(
    organizationId: string,
    periods: readonly { readonly from: Date; readonly to: Date }[],
  ): Promise<WindowStatistics>;
}
