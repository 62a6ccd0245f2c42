import type { NewAuditEntry } from '../service/audit-store.js';
import type { PostedRef } from '@gateway/platform-kit';
import type { PostRow, PromptRow } from '../rows.js';

export type NewPost = Pick<
  PostRow,
  | 'organizationId'
  | 'kind'
  | 'channelId'
  | 'platform'
  | 'chatId'
  | 'account'
  | 'text'
  | 'failed'
  | 'postDueAt'
  | 'createdAt'
> & {
  /** 1: this instance makes the first attempt, and `postDueAt` is when its claim expires. Absent: it has none yet. */
  readonly postAttempts?: 1;
  /** Absent: false. */
  readonly uninspectable?: boolean;
};

/** A step of a policy that is due: `posts` are made in the same transaction. */
export interface PolicyAdvance {
  readonly prompt: Pick<PromptRow, 'organizationId' | 'num' | 'stepsDone'>;
  /** When the next step is due; null: this was the last. */
  readonly nextAt: Date | null;
  readonly event: 'prompt.escalated' | 'prompt.reminded';
  readonly posts: readonly NewPost[];
  /** Who made the step before its time; absent: it was due. */
  readonly audit?: NewAuditEntry;
}

/** Further messages about prompts: the question in other chats, and notes about it. */
export interface PostStore {
  /** The posts of the question in other chats, for any number of prompts in one statement. */
  of(organizationId: string, nums: readonly number[]): Promise<PostRow[]>;
  /** Claims the posts of the question that were not attempted yet, until `until`: the request that asks makes the first attempt. */
  take(organizationId: string, num: number, until: Date): Promise<PostRow[]>;
  /**
   * Claims posts of these platforms whose `postDueAt` has passed: moves it to `until` and increments `postAttempts`. Those of other
   * platforms stay due: their adapters may be loaded again. Those of a prompt that is `posting` wait for its first message.
   */
  claim(now: Date, until: Date, limit: number, platforms: readonly string[]): Promise<PostRow[]>;
  /**
   * Records a posted message, so that replies to it find the prompt, unless it has the words of the agent; a posted note is deleted. If the prompt was closed meanwhile, its
   * messages are due for closing. Returns the prompt.
   */
  posted(
    post: PostRow,
    posted: { readonly messageId: string; readonly messageIds: readonly string[]; readonly ref: PostedRef | null },
  ): Promise<PromptRow | null>;
  /** Records a message of the question that is known from a press, and schedules its closing if the prompt is closed. */
  noteMessage(post: PostRow, messageId: string): Promise<void>;
  /** Records a failed attempt, unless the claim was lost. `retryAt` null: no retry; a note is then deleted. */
  failed(post: PostRow, reason: string, retryAt: Date | null): Promise<void>;
  /**
   * Records whether a chat of the question could show the whole action. `seq`: that of its post; null: the prompt's own chat. Announces
   * a `prompt` change.
   */
  shownWhole(prompt: Pick<PromptRow, 'organizationId' | 'num'>, seq: number | null, isShown: boolean): Promise<void>;
  /** Claims a post again until `until`, for a further attempt; null: the claim was lost, or its message is known. */
  again(post: PostRow, until: Date): Promise<PostRow | null>;
  /** When the next post on one of these platforms is due; null: none is. */
  nextDue(platforms: readonly string[]): Promise<Date | null>;
  /** Records that the messages of these posts were updated after the prompt was closed. */
  closed(seqs: readonly number[], at: Date): Promise<void>;
  /** Pending prompts before their `expiresAt` whose next step is due. */
  dueSteps(now: Date, limit: number): Promise<PromptRow[]>;
  /** Makes steps, each unless another instance made it or the prompt was closed. Returns those that it made. */
  advance(steps: readonly PolicyAdvance[], at: Date): Promise<PolicyAdvance[]>;
  /** When the next step after `now` is due; null: none is. */
  nextStep(now: Date): Promise<Date | null>;
}
