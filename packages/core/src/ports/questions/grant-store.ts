import type { GrantEnd } from '@gateway/contract';
import type { PostedRef } from '@gateway/platform-kit';
import type { NewAuditEntry } from '../service/audit-store.js';
import type { EventKey, Page } from '../system.js';
import type { VoteRow } from '../decision-rows.js';
import type { VotersNow } from './vote-store.js';

/** Who ended a standing approval. */
export interface GrantEndedBy {
  readonly kind: 'person' | 'operator' | 'key' | 'open';
  readonly id: string | null;
  readonly name: string | null;
}

/** One who gave a standing approval: their vote, and the chat where they gave it; null: the console. */
export interface Giver extends Omit<VoteRow, 'at' | 'reasonUntil' | 'promptNum' | 'organizationId'> {
  readonly chatId: string | null;
}

/** A standing approval: who approved an action approves the next ones like it, too. */
export interface GrantRow {
  readonly seq: number;
  readonly organizationId: string;
  readonly grantId: string;
  /** The prompt with which it was given. It may be deleted before. */
  readonly promptNum: number;
  /** The channel of that prompt. */
  readonly channelId: string;
  readonly ruleId: string;
  readonly ruleVersion: number;
  /** The API key whose prompts it answers; of replaced keys the first one. Null: authentication was off. */
  readonly keyId: string | null;
  readonly actionName: string;
  /** The arguments that must be equal: JSON text of an object by path; null: retention has deleted them. */
  readonly same: string | null;
  /** What it covers, as people read it; null: retention has deleted the arguments. */
  readonly covers: string | null;
  /** Equal for actions that it covers. */
  readonly digest: string;
  readonly givers: readonly Giver[];
  readonly givenAt: Date;
  readonly until: Date;
  readonly uses: number;
  readonly maxUses: number;
  readonly lastUsedAt: Date | null;
  /** When somebody or a change ended it; null: its time or its uses end it. */
  readonly endedAt: Date | null;
  readonly endedReason: GrantEnd | null;
  readonly endedBy: GrantEndedBy | null;
  /** The chat of its message. */
  readonly messageChannelId: string;
  readonly platform: string;
  readonly chatId: string;
  readonly account: string;
  readonly messageId: string | null;
  readonly messageRef: PostedRef | null;
  /** When the message must be posted or updated; null: nothing to do. */
  readonly showDueAt: Date | null;
  /** Until when one instance posts or updates it; null: none does. */
  readonly showClaimedUntil: Date | null;
  readonly showAttempts: number;
  /** When the message was posted or updated last. */
  readonly shownAt: Date | null;
}

export type NewGrant = Omit<
  GrantRow,
  | 'seq'
  | 'uses'
  | 'lastUsedAt'
  | 'endedAt'
  | 'endedReason'
  | 'endedBy'
  | 'messageId'
  | 'messageRef'
  | 'showClaimedUntil'
  | 'showAttempts'
  | 'shownAt'
>;

/** The end of a standing approval by somebody, or because a giver may no longer answer. */
export interface NewGrantEnd {
  readonly organizationId: string;
  readonly grantId: string;
  readonly at: Date;
  readonly reason: GrantEnd;
  readonly by: GrantEndedBy | null;
  readonly audit: NewAuditEntry;
  /** What somebody pressed or wrote in a chat; null: they did it elsewhere. */
  readonly event: EventKey | null;
}

export interface GrantFilter {
  /** Only of prompts of these channels; absent: of all. */
  readonly channelIds?: readonly string[];
  readonly state?: 'active' | 'ended';
  readonly now: Date;
}

/** Standing approvals. They are given in `PromptStore.answer` and `VoteStore.cast`, and used in `PromptStore.openAnswered`. */
export interface GrantStore {
  /** The active ones with this digest, at most 10, the longest first, and who their givers are now. Two statements, or one if there is none. */
  matching(
    organizationId: string,
    digest: string,
    now: Date,
    channelIds: readonly string[],
  ): Promise<{ readonly grants: readonly GrantRow[]; readonly voters: VotersNow } | null>;
  get(organizationId: string, grantId: string): Promise<GrantRow | null>;
  /** The one that was given with this prompt; null: none was. */
  ofPrompt(organizationId: string, num: number): Promise<GrantRow | null>;
  /** The newest first. */
  list(organizationId: string, filter: GrantFilter, page: Page): Promise<GrantRow[]>;
  /** Who the givers of these are now. */
  givers(organizationId: string, grants: readonly GrantRow[]): Promise<VotersNow>;
  /**
   * Compare-and-set: ends one that has not ended by then. Its message is due. `duplicate`: the event was recorded before. Null: it has ended
   * before, or there is none. The event is recorded in both cases.
   */
  end(end: NewGrantEnd): Promise<GrantRow | 'duplicate' | null>;
  /** Claims messages that are due, until `until`. */
  claimMessages(now: Date, until: Date, limit: number, platforms: readonly string[]): Promise<GrantRow[]>;
  /**
   * Ends a claim. `shown`: the message as it is in the chat, with the row that it shows; it is due again when that has changed (not
   * before `againFrom`), and at the end of its time. `retryAt`: when it is due again after a failure; null: never.
   */
  endMessage(
    claimed: GrantRow,
    result:
      | {
          readonly posted: { readonly messageId: string; readonly ref: PostedRef | null } | null;
          readonly at: Date;
          readonly againFrom: Date;
          /** It is not updated any more: the platform cannot change messages, or it shows the end. */
          readonly isFinal: boolean;
        }
      | { readonly retryAt: Date | null },
  ): Promise<void>;
  /** When the next message is due on these platforms; null: none is. */
  nextMessage(now: Date, platforms: readonly string[]): Promise<Date | null>;
}
