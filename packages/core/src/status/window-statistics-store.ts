import type { ChannelRow } from '../rows.js';

/** Prompts of one stretch of time. */
export interface StatisticsBucket {
  readonly created: number;
  readonly answered: number;
  /** Whose time ran out. */
  readonly expired: number;
  /** That were withdrawn before. */
  readonly cancelled: number;
}

/** What an organization asked, was answered and delivered, as far as it is still kept. */
export interface WindowStatistics {
  /** One for each that was asked for, in that order. */
  readonly buckets: readonly StatisticsBucket[];
  /** Of the latest answers, null when there is none. */
  readonly medianAnswerMs: number | null;
  readonly callbacks: { readonly delivered: number; readonly dead: number; readonly pending: number };
  readonly queue: { readonly pending: number; readonly oldestAt: Date | null };
  readonly channels: {
    readonly active: number;
    readonly failing: number;
    /** Neither fail nor were ever seen to work. */
    readonly unverified: number;
    readonly troubled: readonly ChannelRow[];
  };
}

export interface WindowStatisticsStore {
  /** `from` is included in a stretch and `to` is not; they lie one after the other. Counts by indexes alone. */
  read(
    organizationId: string,
    stretches: readonly { readonly from: Date; readonly to: Date }[],
  ): Promise<WindowStatistics>;
}
