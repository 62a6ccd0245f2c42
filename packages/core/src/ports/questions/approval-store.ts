import type { NewAuditEntry } from '../service/audit-store.js';
import type { NewDelivery } from '../service/delivery-store.js';
import type { KeyClaim, Outcome } from '../service/idempotency-store.js';
import type { DeliveryRow, PromptRow } from '../rows.js';
import type { EventKey } from '../system.js';
import type { NewPost } from './post-store.js';

/**
 * The update of the messages when an approval ends. An update that is due or claimed already stays as it is: it shows the end, or finds
 * it when it is done.
 */
export interface EndShown {
  /** Only of a prompt that was answered at this time or later: the messages of an older one have lost the button by then, or keep it. */
  readonly answeredSince: Date;
  /** Until when the caller has the claim on the update; null: it is due at once. */
  readonly claimedUntil: Date | null;
}

/** The use of an approval. */
export interface Consumption {
  readonly organizationId: string;
  readonly num: number;
  readonly at: Date;
  /** The API key; null: authentication is off. */
  readonly keyId: string | null;
  /** Until when the approval can be used, by the clock of the database's server; null: without limit. */
  readonly until: Date | null;
  /** What gave the approval without a person: the rule must not have changed, or the standing approval must not have ended. Null: a person or a policy gave it. */
  readonly by: { readonly ruleId: string; readonly version: number } | { readonly grantId: string } | null;
  /** The request's Idempotency-Key, with the reply to remember for it; null: it has none. */
  readonly remember: { readonly claim: KeyClaim; readonly outcome: Outcome; readonly forgetAt: Date } | null;
  readonly audit: NewAuditEntry;
  readonly shown: EndShown;
}

/** The end of an approval that was not used. */
export interface Withdrawal {
  readonly organizationId: string;
  readonly num: number;
  readonly at: Date;
  /** Only of a prompt that was answered at this time or later. */
  readonly answeredSince: Date;
  readonly delivery: NewDelivery | null;
  /** What the chats are told. */
  readonly posts: readonly NewPost[];
  readonly audit: NewAuditEntry;
  /** What somebody wrote in a chat; null: they did it elsewhere. */
  readonly event: EventKey | null;
}

/** The approvals of answered prompts: each can be used once, or taken back until then. */
export interface ApprovalStore {
  /**
   * Compare-and-set of `consumedAt`: of all calls for a prompt, on all instances, one gets the prompt. In the same transaction: the
   * remembered reply, the audit entry, the update of the messages and the event `prompt.consumed`. Null: it was used, taken back or is too old, or the claim on the
   * key is lost; nothing was changed.
   */
  consume(consumption: Consumption): Promise<PromptRow | null>;
  /** Whether a time has passed, by the clock of the database's server. `now`: for an embedded database. */
  isPast(time: Date, now: Date): Promise<boolean>;
  /**
   * Compare-and-set of `withdrawnAt`, in one transaction with the delivery, the posts, the audit entry, the update of the messages and the event `prompt.withdrawn`.
   * Null: it was used or taken back before, or is too old. The inbound event is recorded in both cases. `duplicate`: it was recorded
   * before, and nothing was changed.
   */
  withdraw(
    withdrawal: Withdrawal,
  ): Promise<{ readonly prompt: PromptRow; readonly delivery: DeliveryRow | null } | 'duplicate' | null>;
}
