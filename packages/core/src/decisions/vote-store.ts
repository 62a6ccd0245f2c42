import type { NewAuditEntry } from '../audit/audit-store.js';
import type { Answer, ClosedPrompt } from '../prompts/prompt-store.js';
import type { EventKey } from '../ports.js';
import type { NewPost } from './post-store.js';
import type { PostedRef } from '@gateway/platform-kit';
import type { DraftRow, PromptRow, VoteRow } from '../rows.js';

/** A vote on a pending prompt. */
export type NewVote = VoteRow & {
  /** Written with the vote. */
  readonly audit?: NewAuditEntry | undefined;
  readonly event: EventKey | null;
  /** Voters that turned out to be the same person: this vote replaces theirs, too, and any of this user or operator. */
  readonly sameAs: readonly string[];
  /** The message whose button was pressed; absent: it is known, or the vote is not a press. */
  readonly pressedMessageId?: string;
};

/** What the votes on a prompt amount to. */
export interface Tally {
  /** Null: the prompt stays pending. */
  readonly answer: Answer | null;
  readonly notes: readonly NewPost[];
}

export interface CastVote extends ClosedPrompt<'voted' | 'answered' | 'closed' | 'duplicate'> {
  /** In the order in which they were cast. */
  readonly votes: readonly VoteRow[];
}

/** Words that a person gives after a decision or vote. */
export interface GivenReason {
  readonly organizationId: string;
  readonly num: number;
  readonly voter: string;
  /** Whether this is the person whose answer the prompt has. */
  readonly isDecider: boolean;
  readonly words: string;
  readonly at: Date;
  readonly event: EventKey | null;
}

/** Votes on prompts, the words that belong to them, and what one person was asked for. */
export interface VoteStore {
  /**
   * Counts a vote on a pending prompt before its `expiresAt`: in one transaction it replaces the person's earlier vote, and `decide`
   * says whether the prompt is answered now, and what the chats are told. The votes of one prompt are counted one after the other.
   * Announces a `prompt` change.
   */
  cast(vote: NewVote, decide: (prompt: PromptRow, votes: readonly VoteRow[]) => Tally): Promise<CastVote>;
  /** The votes of these prompts, in the order in which they were cast. One statement for any number. */
  of(organizationId: string, nums: readonly number[]): Promise<VoteRow[]>;
  /**
   * Adds words to a decision or vote that waits for them. Those of the decider also go into the callback (`withReason` changes its
   * body), which is due then. `late`: nothing waits for them (any more).
   */
  giveReason(
    reason: GivenReason,
    withReason: (body: string) => string,
  ): Promise<{ readonly outcome: 'recorded' | 'late' | 'duplicate'; readonly prompt: PromptRow | null }>;
  /** Replaces what this voter was asked for about the prompt. */
  putDraft(draft: DraftRow): Promise<void>;
  /** Records the message with the buttons of a draft, unless the draft was replaced or removed. */
  draftPosted(draft: DraftRow, ref: PostedRef): Promise<void>;
  draft(organizationId: string, num: number, voter: string): Promise<DraftRow | null>;
  /** Whether a draft of anybody about the prompt has this nonce. */
  hasDraft(organizationId: string, num: number, nonce: string): Promise<boolean>;
  removeDraft(organizationId: string, num: number, voter: string): Promise<void>;
}
