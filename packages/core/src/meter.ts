/** Counts what happens, for whoever watches the service. Called often: it must be quick, and must not throw. */
export interface Meter {
  /** An attempt of a callback ended: taken, to be tried again, or given up. */
  deliveryAttempt(outcome: 'delivered' | 'failed' | 'dead'): void;
  /** A call on a platform ended after `ms`; `outcome` is `ok`, the code of its `PlatformError`, or `failed`. */
  platformCall(platform: string, outcome: string, ms: number): void;
}
