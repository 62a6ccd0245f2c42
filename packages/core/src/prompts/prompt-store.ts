import type { PromptState } from '@gateway/contract';
import type { PostedRef } from '@gateway/platform-kit';
import type { NewAuditEntry } from '../audit/audit-store.js';
import type { NewDelivery } from '../deliveries/delivery-store.js';
import type { KeyClaim } from '../idempotency/idempotency-store.js';
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
  readonly correlationIds?: readonly string[];
  readonly nums?: readonly number[];
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
  /** The message whose button was pressed; left out: none was. */
  readonly pressedMessageId?: string;
  /** Written only when the answer counts. */
  readonly audit?: NewAuditEntry | undefined;
}

/** One prompt's chat message that this instance brings up to date until `until`. */
export interface Closing {
  readonly prompt: PromptRow;
  readonly until: Date;
}

/** What became of a claimed closing. */
export interface EndedClosing {
  readonly closing: Closing;
  /** Null: it is done for good. */
  readonly retryAt: Date | null;
}

export interface PromptStore {
  /**
   * Takes the organization's next number, inserts the prompt as `posting` and links it to the key that it is asked with. Rejects
   * with a `conflict` Refusal when the claim on the key is lost.
   */
  open(prompt: NewPrompt, claim?: KeyClaim | null): Promise<PromptRow>;
  /** Posting begins again: counted, and with a new end of time. Null: the prompt is not `posting` any more. */
  repost(organizationId: string, num: number, expiresAt: Date | null): Promise<PromptRow | null>;
  /**
   * `posting` becomes `pending` (an answer that was quicker stays) and the messages are remembered. A second message with the same
   * buttons is remembered beside the first; of a closed prompt it is due for closing. Returns the prompt as it is now.
   */
  posted(
    organizationId: string,
    num: number,
    posted: { messageId: string; messageIds: readonly string[]; ref: PostedRef | null },
    audit?: NewAuditEntry,
  ): Promise<PromptRow | null>;
  /** Remembers a message that a press told of, and has it closed if the prompt is closed. */
  noteMessage(organizationId: string, num: number, messageId: string): Promise<void>;
  /** Removes a prompt that is `posting` for the `postAttempts`th time, and its link to the key. False: it is something else by now. */
  discard(
    prompt: Pick<PromptRow, 'organizationId' | 'num' | 'postAttempts'>,
    claim?: KeyClaim | null,
  ): Promise<boolean>;
  /**
   * Prompts `posting` since before `before` become `orphaned` unless a repeat may continue them at `now`: their instance died.
   * Known messages of theirs are due for closing. Removes orphaned ones from before `removeBefore` that need no closing.
   */
  orphanAbandoned(times: { before: Date; now: Date; removeBefore: Date }): Promise<void>;
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
  /**
   * Claims prompts of these platforms whose `closeDueAt` has passed by moving it to `until`; counts the try in `closeAttempts`. What
   * is owed on other platforms stays due: their adapters may come back.
   */
  claimClosings(now: Date, until: Date, limit: number, platforms: readonly string[]): Promise<Closing[]>;
  /** The confirmation has been posted. */
  confirmed(organizationId: string, num: number): Promise<void>;
  /** Ends claims: done for good (`retryAt` null) or due again; nothing happens to those that were lost. */
  endClosings(ended: readonly EndedClosing[]): Promise<void>;
  /** When the next closing on one of these platforms is due; null: none is. */
  nextClosing(platforms: readonly string[]): Promise<Date | null>;
}
