export interface ServiceStatusCounts {
  /** Active channels by platform. */
  readonly activeChannels: Readonly<Record<string, number>>;
  /** As a reader sees it: those that are overdue do not count. */
  readonly pendingPrompts: number;
  readonly promptsAnsweredSince: number;
}

export interface ServiceStatusStore {
  /** Counts by indexes alone. */
  counts(
    organizationId: string,
    times: { readonly now: Date; readonly answeredSince: Date },
  ): Promise<ServiceStatusCounts>;
}
