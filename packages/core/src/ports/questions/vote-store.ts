import type { NewAuditEntry } from '../service/audit-store.js';
import type { Answer, ClosedPrompt } from './prompt-store.js';
import type { EventKey } from '../system.js';
import type { NewPost } from './post-store.js';
import type { PostedRef } from '@gateway/platform-kit';
import type { Role } from '@gateway/contract';
import type { KnownPerson } from '../people/people-store.js';
import type { ChannelRow, DraftRow, PostRow, PromptRow, VoteRow } from '../rows.js';

/** The person of a vote, with every account and operator that they have. */
export interface VoteOwner extends Pick<VoteRow, 'voter' | 'platform' | 'userId' | 'operatorId'> {
  /** Further keys of the person: of accounts and an operator that they have. */
  readonly sameAs: readonly string[];
}

/** A vote on a pending prompt. It replaces the earlier one of its owner. */
export interface NewVote extends VoteRow, VoteOwner {
  /** Written with the vote. */
  readonly audit?: NewAuditEntry | undefined;
  readonly event: EventKey | null;
  /** The message whose button was pressed; absent: it is known, or the vote is not a press. */
  readonly pressedMessageId?: string;
}

/** Who voted and where, as it is when the votes are counted. */
export interface VotersNow {
  /** To whom the accounts and operators of the voters belong. */
  readonly people: readonly KnownPerson[];
  /** The operators among the voters who still exist. */
  readonly operators: readonly { readonly id: string; readonly role: Role }[];
  /** The channels of the prompt and of the votes. */
  readonly channels: readonly ChannelRow[];
}

/** What the votes on a prompt amount to. */
export interface Tally {
  /** Those that count. When they answer the prompt, the others are deleted. */
  readonly votes: readonly VoteRow[];
  /** Null: the prompt stays pending. */
  readonly answer: Answer | null;
  /** What the chats are told, unless the person voted the same before. */
  readonly notes: readonly NewPost[];
}

export interface CastVote extends ClosedPrompt<'voted' | 'answered' | 'closed' | 'duplicate'> {
  /** Those that count, in the order in which they were cast. */
  readonly votes: readonly VoteRow[];
  /** The note if it was inserted as claimed; null: there is none, or it is due. */
  readonly note: PostRow | null;
  /** The person voted the same before, so the chats were told nothing. */
  readonly isRepeated?: boolean;
}

/** Words that a person gives after a decision or vote. */
export interface GivenReason {
  readonly organizationId: string;
  readonly num: number;
  readonly by: VoteOwner;
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
   * says whether the prompt is answered now, and what the chats are told. `voters` reads who the voters are, after the vote was cast.
   * `decide` is called again if the prompt was changed meanwhile. The votes of one prompt are counted one after the other. Announces a `prompt` change.
   */
  cast(
    vote: NewVote,
    decide: (prompt: PromptRow, votes: readonly VoteRow[], voters: () => Promise<VotersNow>) => Promise<Tally>,
  ): Promise<CastVote>;
  /** The votes of these prompts, in the order in which they were cast. One statement for any number. */
  of(organizationId: string, nums: readonly number[]): Promise<VoteRow[]>;
  /**
   * Adds words to a decision or vote that waits for them, and to the callback as long as it is not being sent (`withReason` changes its
   * body; `vote` null: the words belong to no vote). With the words of the decider the callback is due. `late`: nothing waits for them
   * (any more).
   */
  giveReason(
    reason: GivenReason,
    withReason: (body: string, vote: VoteRow | null) => string,
  ): Promise<{ readonly outcome: 'recorded' | 'late' | 'duplicate'; readonly prompt: PromptRow | null }>;
  /** Replaces what this voter was asked for about the prompt, in the transaction that records the event. False: a repeated event. */
  putDraft(draft: DraftRow, event: EventKey): Promise<boolean>;
  /** Records that the person was asked, by this message, unless the draft was replaced or removed. */
  draftPosted(draft: DraftRow, ref: PostedRef): Promise<void>;
  draft(organizationId: string, num: number, voter: string): Promise<DraftRow | null>;
  /** Whether a draft of anybody about the prompt has this nonce. */
  hasDraft(organizationId: string, num: number, nonce: string): Promise<boolean>;
  removeDraft(organizationId: string, num: number, voter: string): Promise<void>;
}
