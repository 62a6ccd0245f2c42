/** What the platform says about posted messages after it accepted them. */
export interface DeliveryReport {
  /** Every target under which an operator may have registered the conversation, as in an event. */
  readonly targets: readonly [string, ...string[]];
  /** The message; or all messages of the conversation that were sent up to a time, in milliseconds since 1970. */
  readonly message: { readonly id: string } | { readonly sentUntil: number };
  /**
   * The message is on the person's device, was shown to the person, or will not arrive. `partly_failed`: the target stands for several
   * people, and it will not arrive at one of them. The others can answer, so the question stays open, and the channel works.
   */
  readonly state: 'delivered' | 'read' | 'failed' | 'partly_failed';
  /** Why it failed and what to do, for operators; null for `delivered` and `read`. */
  readonly problem: string | null;
}

/** Passes reports to the gateway. Resolves when they are durable. Rejects when they could not be stored: do not acknowledge them. */
export type ReportDeliveries = (reports: readonly DeliveryReport[]) => Promise<void>;
