import type { DeliveryReport } from '@gateway/platform-kit';
import type { NewDelivery } from '../service/delivery-store.js';
import type { MessageRow, PromptRow } from '../rows.js';

/** A report about one posted message of a channel. */
export interface PostReport {
  readonly channelId: string;
  /** The platform's id of the message. */
  readonly messageId: string;
  readonly state: DeliveryReport['state'];
  /** Why it failed, or what of it; null otherwise. */
  readonly problem: string | null;
}

/** A report that came before its post was recorded. */
export interface WaitingReport {
  readonly organizationId: string;
  readonly channelId: string;
  /** The platform's id of the message; empty: all posts up to `sentUntil`. */
  readonly messageId: string;
  readonly sentUntil: Date | null;
  readonly state: PostReport['state'];
  readonly problem: string | null;
  readonly receivedAt: Date;
  /** How often it was tried. */
  readonly tries: number;
  readonly dueAt: Date;
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
   * message becomes `failed`. Remarks change no state: they are added to the prompt's `deliveryRemark` or the message's `failure`. Unknown messages cost one indexed statement for the batch. Announces `prompt` changes.
   */
  apply(
    organizationId: string,
    reports: readonly PostReport[],
    at: Date,
    deliveryOf: (prompt: PromptRow) => NewDelivery | null,
  ): Promise<AppliedReports>;
  /** The platform's ids of a channel's recent posts up to `until` that were not read yet. */
  unreadUntil(organizationId: string, channelId: string, until: Date): Promise<string[]>;
  /** Keeps reports to try them again. A report with the same message and state replaces the earlier one. */
  wait(reports: readonly WaitingReport[]): Promise<void>;
  /** The reports that are due up to a time, in that order. */
  waiting(until: Date, limit: number): Promise<WaitingReport[]>;
  /** Removes reports, except those that were replaced since. */
  removeWaiting(reports: readonly WaitingReport[]): Promise<void>;
}
