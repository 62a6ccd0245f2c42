/** Counts events for the metrics of the service. Called often: implementations must be fast and must not throw. */
export interface Meter {
  /** An attempt of a callback ended: delivered, failed with a retry to come, or dead. */
  deliveryAttempt(outcome: 'delivered' | 'failed' | 'dead'): void;
  /** A call on a platform ended after `ms` milliseconds; `outcome` is `ok`, the code of its `PlatformError`, or `failed`. */
  platformCall(platform: string, outcome: string, ms: number): void;
  /** A request was refused because of a limit: `key`, `address`, `invalid_keys`, `channel` or `open_prompts`. */
  rateLimited(subject: string): void;
}
