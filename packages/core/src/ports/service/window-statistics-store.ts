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

/** Callbacks by their current state. */
export interface CallbackCounts {
  readonly delivered: number;
  readonly dead: number;
  readonly pending: number;
}

/** A time that includes `from` and excludes `to`. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** Counts of one organization, from the records that are still stored. */
export interface WindowStatistics {
  /** One per requested period, in the same order. */
  readonly buckets: readonly StatisticsBucket[];
  /** Median of the latest answers; null: there is none. */
  readonly medianAnswerMs: number | null;
  readonly callbacks: CallbackCounts;
  readonly callbacksBefore: CallbackCounts;
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
  /** The periods are consecutive. `before`: of `callbacksBefore`. `channels`: only these; left out or null: all, by index-only queries. */
  read(
    organizationId: string,
    periods: readonly Period[],
    before: Period,
    channels?: readonly string[] | null,
  ): Promise<WindowStatistics>;
}
