import type { Period } from './window-statistics-store.js';

/** Prompts that were created in a period, by what has become of them. Those in internal states do not count. */
export interface PromptOutcomes {
  readonly created: number;
  readonly answered: number;
  readonly expired: number;
  readonly cancelled: number;
  readonly undeliverable: number;
  readonly pending: number;
}

/** Times from question to answer, in milliseconds; null: none was answered. */
export interface AnswerTimes {
  readonly medianAnswerMs: number | null;
  readonly p90AnswerMs: number | null;
}

/** Prompts with something in common. */
export interface PromptGroup {
  readonly created: number;
  readonly answered: number;
  readonly medianAnswerMs: number | null;
}

/** What the latest prompts of the window have in common, most prompts first. */
export interface PromptBreakdown {
  /** How many prompts were grouped: all that were created since then. */
  readonly prompts: number;
  readonly since: Date;
  readonly channels: readonly (PromptGroup & {
    readonly channelId: string;
    readonly platform: string;
    /** Null: the channel does not exist. */
    readonly isActive: boolean | null;
  })[];
  readonly keys: readonly (PromptGroup & {
    /** Null: they were created without a key. */
    readonly keyId: string | null;
    readonly name: string | null;
    readonly revokedAt: Date | null;
  })[];
  readonly people: readonly (Omit<PromptGroup, 'created'> & {
    /** `person:…`, `operator:…` or `user:platform:…`, as in votes. */
    readonly voter: string;
    readonly name: string | null;
  })[];
}

export interface PromptStatistics {
  /** One for each slot, in the same order. */
  readonly slots: readonly (PromptOutcomes & Pick<AnswerTimes, 'medianAnswerMs'>)[];
  readonly total: PromptOutcomes & AnswerTimes;
  readonly before: PromptOutcomes & AnswerTimes;
  readonly breakdown: PromptBreakdown;
}

export interface PromptStatisticsStore {
  /**
   * Counts prompts by their creation. The slots are consecutive. `channels`: only these; null: all. Reads an index for counts and
   * a limited number of the latest prompts for everything else.
   */
  read(
    organizationId: string,
    slots: readonly Period[],
    before: Period,
    channels: readonly string[] | null,
  ): Promise<PromptStatistics>;
}
