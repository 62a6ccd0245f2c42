import type { PromptState } from '@gateway/contract';
import type { PostedRef } from '@gateway/platform-kit';
import type { NewAuditEntry } from '../audit/audit.js';
import type { NewDelivery } from '../deliveries/delivery-store.js';
import type { EventKey, Page } from '../ports.js';
import type { PromptRow } from '../rows.js';

export type NewPrompt = Pick<
  PromptRow,
  | 'organizationId'
  | 'channelId'
  | 'platform'
  | 'chatId'
  | 'account'
  | 'text'
  | 'mediaUrl'
  | 'options'
  | 'allowText'
  | 'callbackUrl'
  | 'correlationId'
  | 'notifyOnExpiry'
  | 'nonce'
  | 'createdAt'
  | 'expiresAt'
  | 'apiKeyId'
  | 'operatorId'
>;

export interface PromptFilter {
  /** As a reader sees it at `now`: an overdue pending prompt counts as expired, a `posting` one is in no list. */
  readonly state?: PromptState;
  readonly now: Date;
  readonly channelId?: string;
  readonly correlationId?: string;
  readonly q?: string;
}

export interface Answer {
  readonly organizationId: string;
  readonly num: number;
  readonly at: Date;
  readonly type: 'option' | 'text';
  readonly value: string;
  readonly by: { readonly id: string; readonly username: string | null; readonly name: string | null };
  /** The message that gets a confirmation in its thread. */
  readonly confirmTo: string | null;
  readonly delivery: NewDelivery | null;
  readonly event: EventKey | null;
  /** Written only when the answer counts. */
  readonly audit?: NewAuditEntry | undefined;
}

/** One prompt's chat message that this instance brings up to date until `until`. */
export interface Closing {
  readonly prompt: PromptRow;
  readonly until: Date;
}

export interface PromptStore {
  /** Takes the organization's next number and inserts the prompt as `posting`. */
  open(prompt: NewPrompt): Promise<PromptRow>;
  /** `posting` becomes `pending` (an answer that was quicker stays) and the messages are remembered. */
  posted(
    organizationId: string,
    num: number,
    posted: { messageId: string; messageIds: readonly string[]; ref: PostedRef | null },
  ): Promise<void>;
  /** Removes a prompt that is still `posting`. */
  discard(organizationId: string, num: number): Promise<void>;
  /** Removes prompts `posting` since before `before`: their instance died. Returns how many. */
  discardAbandoned(before: Date): Promise<number>;
  get(organizationId: string, num: number): Promise<PromptRow | null>;
  /** Ordered and continued by `num`. */
  list(organizationId: string, filter: PromptFilter, page: Page): Promise<PromptRow[]>;
  /** Whether one of these channels is posting a question since `since`: its message may be in the chat before it is recorded. */
  isPosting(organizationId: string, channelIds: readonly string[], since: Date): Promise<boolean>;
  /** The prompt that one of these channels posted as (or with) this message. */
  byMessage(organizationId: string, channelIds: readonly string[], messageId: string): Promise<PromptRow | null>;
  /**
   * The one place where a prompt becomes answered: event not seen before, compare-and-set from `posting` or `pending` and not
   * past `expiresAt` at `at`, delivery; all or nothing. The chat message is due for closing at once. Announces a `prompt` change.
   */
  answer(answer: Answer): Promise<'answered' | 'closed' | 'duplicate'>;
  /**
   * Expires up to `limit` pending prompts that are past `expiresAt`, each with the delivery that `deliveryOf` makes of it, in one
   * transaction; no two instances get the same ones. Announces `prompt` changes.
   */
  expireDue(now: Date, limit: number, deliveryOf: (prompt: PromptRow) => NewDelivery | null): Promise<PromptRow[]>;
  /**
   * Compare-and-set: a pending prompt that is not past `expiresAt` becomes expired as cancelled, with its delivery. False: it was
   * not pending any more. Announces a `prompt` change.
   */
  cancel(
    organizationId: string,
    num: number,
    at: Date,
    delivery: NewDelivery | null,
    audit?: NewAuditEntry,
  ): Promise<boolean>;
  /** When the next pending prompt expires; null: none will. */
  nextExpiry(): Promise<Date | null>;
  /** Claims prompts whose `closeDueAt` has passed by moving it to `until`; counts the try in `closeAttempts`. */
  claimClosings(now: Date, until: Date, limit: number): Promise<Closing[]>;
  /** The confirmation has been posted. */
  confirmed(organizationId: string, num: number): Promise<void>;
  /** Ends a claim: done for good (`retryAt` null) or due again; nothing when the claim was lost. */
  endClosing(closing: Closing, retryAt: Date | null): Promise<void>;
  /** When the next closing is due; null: none is. */
  nextClosing(): Promise<Date | null>;
}
