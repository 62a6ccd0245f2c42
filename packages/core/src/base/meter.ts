/** Counts events for the metrics of the service. Called often: implementations must be fast and must not throw. */
export interface Meter {
  /** An attempt of a callback ended. */
  deliveryAttempt(attempt: MeasuredAttempt): void;
  /** A call on a platform ended after `ms` milliseconds; `outcome` is `ok`, the code of its `PlatformError`, or `failed`. */
  platformCall(platform: string, outcome: string, ms: number): void;
  /** A request was refused because of a limit: `key`, `address`, `invalid_keys`, `channel`, `open_prompts` or `attention`. */
  rateLimited(subject: string): void;
  /** An account received something from its platform at `at`, in milliseconds. */
  eventReceived(platform: string, at: number): void;
  /** A poll or heartbeat of an account's stream succeeded at `at`; null: this instance no longer holds the stream. */
  streamContact(account: string, platform: string, at: number | null): void;
}

export interface MeasuredAttempt {
  /** The type of the event, such as `prompt.answered`. */
  readonly event: string;
  /** Delivered, failed with a retry to come, or dead. */
  readonly outcome: 'delivered' | 'failed' | 'dead';
  /** Of the response; null: there was none. */
  readonly status: number | null;
  readonly timedOut: boolean;
  /** Milliseconds from the event to the end of this attempt. */
  readonly ageMs: number;
}
