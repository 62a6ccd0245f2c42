import type { SearchKind } from '@gateway/contract';
import type { PromptRow } from '../rows.js';

/** Kinds that are found by id and name. There are few of each. */
export type NamedKind = Exclude<SearchKind, 'prompt' | 'message' | 'delivery'>;

/** How an id or a name matches: it is equal, begins with the text, or contains it. */
export type Match = 'exact' | 'prefix' | 'text';

export interface NamedRow {
  readonly kind: NamedKind;
  readonly id: string;
  readonly title: string;
  /** Of a channel the chat, of a rule its actions, of a key its prefix, of an operator the e-mail address. */
  readonly detail: string | null;
  /** `active`, `inactive`, `revoked` or `expired`; of an operator the role; null: the kind has none. */
  readonly state: string | null;
  readonly createdAt: Date;
  readonly match: Match;
}

export interface NameSearch {
  readonly kinds: readonly NamedKind[];
  /** Part of an id, name or detail, ignoring case. */
  readonly text: string;
  /** Of each kind. */
  readonly limit: number;
  readonly now: Date;
  /** Only these channels, and keys that are limited to some of these; null: all. */
  readonly channelIds: readonly string[] | null;
  /** When it aborts, the result is not needed. */
  readonly signal: AbortSignal;
}

export interface SearchStore {
  /** The best matches of each kind, then the newest. Besides exact ids, the newest 10,000 records of a kind are compared. */
  names(organizationId: string, search: NameSearch): Promise<NamedRow[]>;
  /**
   * Prompts whose correlation id begins with `prefix`, ordered by it: equal ones first. Of one id, the newest first. `channelIds`
   * selects among the first 1,000 of them.
   */
  byCorrelation(
    organizationId: string,
    prefix: string,
    { limit, channelIds, signal }: Pick<NameSearch, 'limit' | 'channelIds' | 'signal'>,
  ): Promise<PromptRow[]>;
}
