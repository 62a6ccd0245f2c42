import type { NewDelivery } from '../deliveries/delivery-store.js';
import type { MessageRow, PromptRow } from '../rows.js';

/** A report about one posted message of a channel. */
export interface PostReport {
  readonly channelId: string;
  /** The platform's id of the message. */
  readonly messageId: string;
  readonly state: 'delivered' | 'read' | 'failed';
  /** Why it failed; null unless `failed`. */
  readonly problem: string | null;
}

/** The result of a batch of reports. */
export interface AppliedReports {
  /** The reports whose message is a stored prompt or message. */
  readonly known: readonly PostReport[];
  /** Prompts that became undeliverable. */
  readonly prompts: readonly PromptRow[];
  /** Messages that became failed. */
  readonly messages: readonly MessageRow[];
}

export interface DeliveryReportStore {
  /**
   * Applies reports in one transaction. A state only advances: `accepted`, `delivered`, `read`. A report of a failure changes a post
   * that was not delivered: a pending prompt becomes `expired` (`undeliverable`) with the delivery that `deliveryOf` returns, and a
   * message becomes `failed`. Unknown messages cost one indexed statement for the batch. Announces `prompt` changes.
   */
  apply(
    organizationId: string,
    reports: readonly PostReport[],
    at: Date,
    deliveryOf: (prompt: PromptRow) => NewDelivery | null,
  ): Promise<AppliedReports>;
  /** The platform's ids of a channel's recent posts up to `until` that were not read yet. */
  unreadUntil(organizationId: string, channelId: string, until: Date): Promise<string[]>;
}
