import type { PromptState } from '@gateway/contract';
import type { PostedRef } from '@gateway/platform-kit';
import type { NewAuditEntry } from '../service/audit-store.js';
import type { NewDelivery } from '../service/delivery-store.js';
import type { KeyClaim } from '../service/idempotency-store.js';
import type { EventKey, OrderedPage } from '../system.js';
import type { ShowingStore } from './showing-store.js';
import type { NewGrant } from './grant-store.js';
import type { NewPost } from './post-store.js';
import type { AnswerDetail, AnswerFile, AnswerType, ChannelRow, DeliveryRow, PromptRow, VoteRow } from '../rows.js';

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
> &
  Partial<
    Pick<
      PromptRow,
      | 'allowAttachments'
      | 'deliveryState'
      | 'showAfter'
      | 'terms'
      | 'timeoutAnswer'
      | 'stepDueAt'
      | 'trace'
      | 'consoleUrl'
      | 'uninspectable'
      | 'collapseDigest'
    >
  >;

/** An account as answers name it. */
export interface AnsweringAccount {
  readonly id: string;
  /** Null: an operator in the console. */
  readonly platform: string | null;
}

export interface PromptFilter {
  /** The state as readers see it at `now`: an overdue pending prompt is expired; a `posting` one is in no list. */
  readonly state?: PromptState;
  readonly now: Date;
  readonly channelId?: string;
  /** Only of these channels. */
  readonly channelIds?: readonly string[];
  /** Asked with this API key; null: without one. */
  readonly apiKeyId?: string | null;
  /** Answered by one of these accounts, such as those of a person. Not with `endingAfter`. */
  readonly answeredBy?: readonly AnsweringAccount[];
  readonly correlationIds?: readonly string[];
  readonly nums?: readonly number[];
  /** Created at this time or later, and before that one. Not with `endingAfter`. */
  readonly since?: Date;
  readonly until?: Date;
  /** Part of the text, case-insensitive; see `MessageFilter`. */
  readonly q?: string;
  readonly signal?: AbortSignal;
}

export type PromptCounts = Readonly<Record<'pending' | 'answered' | 'expired', number>>;

/** The position of a prompt in the order by its end. Null: it never expires, and comes after all that do. */
export interface EndPosition {
  readonly expiresAt: Date | null;
  readonly num: number;
}

/** A page of prompts: newest or oldest first after a number, or the soonest end first after a position. */
export interface PromptPage extends OrderedPage {
  /** Present: the soonest end first. Null: from the beginning. */
  readonly endingAfter?: EndPosition | null;
}

export interface Answer {
  readonly organizationId: string;
  readonly num: number;
  readonly at: Date;
  readonly type: AnswerType;
  readonly value: string;
  /** Its files, which the store has without them until now: they are kept with the prompt. Absent: none. */
  readonly files?: readonly AnswerFile[] | undefined;
  /** Only for prompts with terms. */
  readonly detail?: AnswerDetail;
  /** Until when the callback waits for the reason; absent: it does not wait. */
  readonly reasonUntil?: Date | undefined;
  /** Null: a rule or a standing approval answers. */
  readonly by: { readonly id: string; readonly username: string | null; readonly name: string | null } | null;
  /** The person's message that gets a confirmation in its thread; null: none. */
  readonly confirmTo: string | null;
  /** The conversation or thread of that message; absent: the prompt's chat. */
  readonly confirmTarget?: string;
  /** The platform's id of the thread of that message; absent: it is in none. */
  readonly confirmThread?: string | undefined;
  readonly delivery: NewDelivery | null;
  readonly event: EventKey | null;
  /** Until when the caller updates the chat message itself: it has the claim of the first closing. Null: the message is due at once. */
  readonly closeUntil: Date | null;
  /** The message whose button was pressed; absent: it is known as the prompt's own, or the answer is not a press. */
  readonly pressedMessageId?: string;
  /** Written only if the answer counts. */
  readonly audit?: NewAuditEntry | undefined;
  /** The standing approval that it gives; absent: none. */
  readonly grant?: { readonly row: NewGrant; readonly audit: NewAuditEntry } | undefined;
}

/** The limits of open prompts in the channels of a new prompt, and who they count for. */
export interface Attention {
  /** Only channels that have a limit. */
  readonly channels: readonly Pick<ChannelRow, 'channelId' | 'maxOpenPerKey' | 'maxOpenPerPerson'>[];
  /** The key that asks, the first one of its chain; its id is null while authentication is off. Null: an operator asks. */
  readonly key: { readonly id: string | null } | null;
  /** The people who may answer. */
  readonly persons: readonly string[];
}

/** A prompt to ask. */
export interface Opening {
  readonly prompt: PromptRow;
  /** It was asked before. */
  readonly isFound: boolean;
}

/** The result of closing a prompt. */
export interface ClosedPrompt<Outcome> {
  readonly outcome: Outcome;
  /** The prompt after the change; null: nothing was changed. */
  readonly prompt: PromptRow | null;
  /** The delivery if it was inserted as claimed; null: there is none, or it is due. */
  readonly delivery: DeliveryRow | null;
}

/** A claim of this instance on updating a prompt's chat messages, valid until `until`. */
export interface Closing {
  readonly prompt: PromptRow;
  readonly until: Date;
}

/** The result of a claimed closing. */
export interface EndedClosing {
  readonly closing: Closing;
  /** Null: no retry. */
  readonly retryAt: Date | null;
  /** When the message of a prompt with terms was updated; null: it was not, or the prompt has no terms. */
  readonly messageClosedAt: Date | null;
  /** When the update is due again if the approval was used or taken back meanwhile: the messages may show its button. */
  readonly againAt?: Date | null;
}

export interface PromptStore extends ShowingStore {
  /**
   * Takes the organization's next number, inserts the prompt as `posting` and links it to the request's Idempotency-Key. Rejects
   * with a `conflict` Refusal when the claim on the key is lost. `copies`: the question in other chats.
   */
  open(prompt: NewPrompt, claim?: KeyClaim | null, copies?: readonly NewPost[]): Promise<PromptRow>;
  /** The oldest prompt with this `collapseDigest` that is pending, or being posted; null: there is none. */
  asked(organizationId: string, digest: string, now: Date): Promise<PromptRow | null>;
  /**
   * As `open`, or the prompt that `asked` finds: over all instances, only one with the digest opens. Rejects with an
   * `attention_exhausted` Refusal if one of the limits is reached, also by prompts that other instances open at the same time.
   */
  openWithin(
    prompt: NewPrompt,
    options: {
      /** Null: others may ask the same. */
      readonly digest: string | null;
      readonly attention: Attention;
      readonly claim: KeyClaim | null;
      readonly copies: readonly NewPost[];
    },
  ): Promise<Opening>;
  /**
   * Takes the organization's next number, and inserts the prompt as answered, without a message, with its callback and events. In the same
   * transaction: the link to the request's Idempotency-Key, and one use of the standing approval that answers. Null: that has ended, or
   * its uses are used up; nothing was changed. Rejects as `open` does.
   */
  openAnswered(
    prompt: NewPrompt,
    options: {
      readonly claim: KeyClaim | null;
      readonly answerOf: (num: number) => Answer;
      /** Null: a rule answers. `showAt`: when its message shows the use. */
      readonly use: { readonly grantId: string; readonly showAt: Date } | null;
    },
  ): Promise<{ readonly prompt: PromptRow; readonly delivery: DeliveryRow | null } | null>;
  /** Starts posting again: increments `postAttempts` and sets a new expiry. Null: the prompt is no longer `posting`. */
  repost(organizationId: string, num: number, expiresAt: Date | null): Promise<PromptRow | null>;
  /**
   * Records the posted messages and changes `posting` to `pending`; an answer that came first stays. A second message with the same
   * buttons is added to `otherMessages`, and closed if the prompt is closed. Returns the prompt as it is now.
   */
  posted(
    organizationId: string,
    num: number,
    posted: { messageId: string; messageIds: readonly string[]; ref: PostedRef | null },
    audit?: NewAuditEntry,
  ): Promise<PromptRow | null>;
  /** Records a message that is known from a press, and schedules its closing if the prompt is closed. */
  noteMessage(organizationId: string, num: number, messageId: string): Promise<void>;
  /** Lets replies to these messages of the channel find the prompt. */
  linkMessages(
    prompt: Pick<PromptRow, 'organizationId' | 'num' | 'channelId'>,
    messageIds: readonly string[],
  ): Promise<void>;
  /**
   * Deletes a prompt that is still `posting` with this `postAttempts`, and its link to the key. False: it has changed. `left`: messages
   * that may be in the chat; with any, the prompt becomes `orphaned` instead, so that replies find it, and they are due for closing.
   */
  discard(
    prompt: Pick<PromptRow, 'organizationId' | 'num' | 'postAttempts'>,
    claim?: KeyClaim | null,
    left?: readonly string[],
  ): Promise<boolean>;
  /**
   * Changes prompts that are `posting` since before `before` to `orphaned`, unless a retry may continue them at `now`: their instance
   * crashed. Schedules the closing of their known messages. Deletes orphaned prompts from before `removeBefore` that need no closing.
   */
  orphanAbandoned(times: { before: Date; now: Date; removeBefore: Date }): Promise<void>;
  get(organizationId: string, num: number): Promise<PromptRow | null>;
  /** Ordered and paged by `num`: newest first, or oldest first with `after` and without `q`; with `endingAfter`, by `expiresAt` and `num`, of the pending ones without `q`. */
  list(organizationId: string, filter: PromptFilter, page: PromptPage): Promise<PromptRow[]>;
  /** Those of these prompts that readers no longer see as pending at `now`. One statement for any number. */
  closedAmong(organizationId: string, nums: readonly number[], now: Date): Promise<PromptRow[]>;
  /** Counts the prompts of each state that readers see, each up to `most`. One statement. */
  countByState(organizationId: string, now: Date, most: number): Promise<PromptCounts>;
  /** Counts the prompts of a channel that are pending or being posted, up to `most`. */
  countOpen(organizationId: string, channelId: string, most: number): Promise<number>;
  /** The newest pending prompts that were posted in one of these channels, as their first chat or as another one; at most `limit`. */
  openIn(organizationId: string, channelIds: readonly string[], now: Date, limit: number): Promise<PromptRow[]>;
  /** Whether one of these channels has been posting a prompt since `since`: its message may be in the chat but not recorded yet. */
  isPosting(organizationId: string, channelIds: readonly string[], since: Date): Promise<boolean>;
  /** The prompt that one of these channels posted as (or with) this message. */
  byMessage(organizationId: string, channelIds: readonly string[], messageId: string): Promise<PromptRow | null>;
  /**
   * The only place where a prompt becomes answered. In one transaction: checks that the event is new, compares and sets the state
   * from `posting` or `pending` before `expiresAt`, writes the delivery, and schedules the closing of the chat message. Announces a
   * `prompt` change.
   */
  answer(answer: Answer): Promise<ClosedPrompt<'answered' | 'closed' | 'duplicate'>>;
  /**
   * Ends up to `limit` overdue pending prompts in one transaction, each with the delivery that `deliveryOf` returns: one with a
   * `timeoutAnswer` becomes answered by its policy, any other one expires. No two instances get the same prompts. Announces `prompt`
   * changes, and the deliveries once fewer than `limit` were overdue.
   */
  expireDue(
    now: Date,
    limit: number,
    deliveryOf: (prompt: PromptRow, votes: readonly VoteRow[]) => NewDelivery | null,
  ): Promise<PromptRow[]>;
  /**
   * Compare-and-set: cancels a pending prompt before its `expiresAt` (state `expired`, reason `cancelled`) and writes its delivery.
   * `closed`: it was no longer pending. Announces a `prompt` change.
   */
  cancel(
    organizationId: string,
    num: number,
    at: Date,
    delivery: NewDelivery | null,
    audit?: NewAuditEntry,
  ): Promise<ClosedPrompt<'cancelled' | 'closed'>>;
  /** Compare-and-set: marks the answer of an answered prompt as taken. False: it was taken before, or there is none. */
  takeAnswer(organizationId: string, num: number, at: Date): Promise<boolean>;
  /** When the next pending prompt expires; null: none does. */
  nextExpiry(): Promise<Date | null>;
  /**
   * Claims prompts of these platforms whose `closeDueAt` has passed, at most 100: moves it to `until` and increments `closeAttempts`. Prompts of
   * other platforms stay due: their adapters may be loaded again.
   */
  claimClosings(now: Date, until: Date, limit: number, platforms: readonly string[]): Promise<Closing[]>;
  /** Records that the confirmation was posted. */
  confirmed(organizationId: string, num: number): Promise<void>;
  /**
   * Ends claims: the prompt is due again at `retryAt`, or never (null). Lost claims are ignored. Returns whether one is due at its
   * `againAt`.
   */
  endClosings(ended: readonly EndedClosing[]): Promise<boolean>;
  /** When the next closing on one of these platforms is due; null: none is. */
  nextClosing(platforms: readonly string[]): Promise<Date | null>;
}
