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

/** Times from question to answer of people, in milliseconds; null: none was answered by people. */
export interface AnswerTimes {
  readonly medianAnswerMs: number | null;
  readonly p90AnswerMs: number | null;
}

/** Prompts with something in common. */
export interface PromptGroup {
  readonly created: number;
  readonly answered: number;
  /** Of the answers of people. */
  readonly medianAnswerMs: number | null;
}

/** What people answered to prompts with an action. */
export interface ActionAnswers {
  readonly approved: number;
  /** Approved with other arguments. */
  readonly edited: number;
  /** Every other answer: nothing runs. */
  readonly rejected: number;
  /** In less than two seconds. */
  readonly fast: number;
  readonly medianAnswerMs: number | null;
}

/** Who answered: `person:…`, `operator:…` or `user:platform:…`, as in votes. */
interface Answerer {
  readonly voter: string;
  readonly name: string | null;
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
  readonly people: readonly (Omit<PromptGroup, 'created'> & Answerer)[];
  readonly actions: readonly (ActionAnswers & {
    readonly name: string;
    /** People were asked. */
    readonly asked: number;
    /** Of those asked, not closed yet. */
    readonly pending: number;
    readonly byRule: number;
    readonly byGrant: number;
    readonly people: readonly (ActionAnswers & Answerer)[];
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
