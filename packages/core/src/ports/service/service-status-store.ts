export interface ServiceStatusCounts {
  /** Active channels by platform. */
  readonly activeChannels: Readonly<Record<string, number>>;
  /** As readers see them: overdue prompts do not count. */
  readonly pendingPrompts: number;
  readonly promptsAnsweredSince: number;
  readonly pausedReceivers: number;
}

export interface ServiceStatusStore {
  /** Counts by index-only queries. `channels`: only these, and no receivers; left out or null: all. */
  counts(
    organizationId: string,
    times: { readonly now: Date; readonly answeredSince: Date },
    channels?: readonly string[] | null,
  ): Promise<ServiceStatusCounts>;
}
