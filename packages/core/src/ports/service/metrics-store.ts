/** Instance-wide gauges: counts over all organizations. */
export interface MetricsSnapshot {
  /** By stored state; an overdue prompt counts as pending until the background pass has expired it. */
  readonly prompts: { readonly pending: number; readonly answered: number; readonly expired: number };
  /** Active channels. */
  readonly channels: readonly { readonly platform: string; readonly health: string; readonly count: number }[];
  readonly deliveries: { readonly pending: number; readonly dead: number; readonly oldestPendingAt: Date | null };
}

export interface MetricsStore {
  /** Counts by index-only queries, some milliseconds per 100,000 rows. Do not call it often. */
  read(): Promise<MetricsSnapshot>;
}
