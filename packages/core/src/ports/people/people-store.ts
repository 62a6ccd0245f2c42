import type { NewAuditEntry } from '../service/audit-store.js';
import type { Page } from '../system.js';

/** An account of a person on a platform. */
export interface Identity {
  readonly platform: string;
  readonly userId: string;
}

/** A person who may answer. */
export interface PersonRow {
  readonly organizationId: string;
  readonly personId: string;
  readonly seq: number;
  readonly name: string;
  /** The operator of the console who is this person; null: none. */
  readonly operatorId: string | null;
  readonly identities: readonly Identity[];
  /** Ids of groups. */
  readonly groups: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type NewPersonRow = Omit<PersonRow, 'seq' | 'updatedAt'>;

/** What to change of a person. `identities` and `groups` replace all. */
export interface PersonChange {
  readonly name?: string | undefined;
  readonly operatorId?: string | null | undefined;
  readonly identities?: readonly Identity[] | undefined;
  readonly groups?: readonly string[] | undefined;
}

/** Why a person was not written; nothing changed. `personId`: whose the identity or operator is. */
export type PersonRefusal =
  | { readonly refused: 'exists' | 'missing' }
  | { readonly refused: 'identity_taken'; readonly identity: Identity; readonly personId: string }
  | { readonly refused: 'operator_taken'; readonly personId: string }
  | { readonly refused: 'unknown_operator' }
  | { readonly refused: 'unknown_group'; readonly groupId: string };

/** What names a person, a group or a policy, so that it cannot be deleted. */
export interface NamedBy {
  readonly refused: 'named';
  readonly kind: 'channel' | 'policy' | 'rule' | 'prompt' | 'key';
  /** Of a prompt its number, of a key its name. */
  readonly id: string;
}

/** Somebody who wants to answer: by their ids on a platform, by the operator who is signed in, or a person by their id. */
export type Answerer =
  | { readonly identities: readonly Identity[] }
  | { readonly operatorId: string }
  | { readonly personId: string };

/** A person as the approvers of a question name them. */
export interface KnownPerson {
  readonly personId: string;
  readonly name: string;
  readonly operatorId: string | null;
  /** Ids of groups. */
  readonly groups: readonly string[];
  readonly identities: readonly Identity[];
}

/** What approvers name: ids of people and groups, and users of platforms. */
export interface ApproverNames {
  readonly persons: readonly string[];
  readonly groups: readonly string[];
  readonly identities: readonly Identity[];
}

/** Names by what approvers name; what does not exist is missing. */
export interface NamesOfApprovers {
  /** By person id. */
  readonly persons: ReadonlyMap<string, string>;
  /** By group id. */
  readonly groups: ReadonlyMap<string, string>;
  /** Of the people to whom the users belong, by user id. */
  readonly users: ReadonlyMap<string, string>;
}

/** What exists of the named people and groups. */
export interface NamedApprovers {
  /** Ids of the named groups that exist. */
  readonly groups: readonly string[];
  /** The named people, the members of the named groups, and the owners of the named identities. `groups`: only named ones. */
  readonly people: readonly KnownPerson[];
}

export interface PeopleFilter {
  /** The operator who is the person. */
  readonly operatorId?: string;
}

/** An account that answered or wrote lately and belongs to no person. */
export interface RecentAccount extends Identity {
  /** As the platform reported it; null: it reported none. */
  readonly name: string | null;
  readonly username: string | null;
  readonly lastSeenAt: Date;
}

export interface PeopleStore {
  insert(person: NewPersonRow, audit: NewAuditEntry): Promise<PersonRow | PersonRefusal>;
  get(organizationId: string, personId: string): Promise<PersonRow | null>;
  /** Ordered and paged by `seq`. */
  list(organizationId: string, filter: PeopleFilter, page: Page): Promise<PersonRow[]>;
  /** `audit`: the entry of the change, from the row before it. The row is read and written in one transaction. */
  update(
    organizationId: string,
    personId: string,
    change: PersonChange,
    audit: (before: PersonRow) => NewAuditEntry,
  ): Promise<PersonRow | PersonRefusal>;
  /** Deletes a person whom no channel, policy, pending prompt or valid key names. Null: there is none. */
  remove(organizationId: string, personId: string, audit: NewAuditEntry): Promise<PersonRow | NamedBy | null>;
  /** The person who has one of these identities, is this operator, or has this id; null: no one. One statement. */
  whoIs(organizationId: string, answerer: Answerer): Promise<KnownPerson | null>;
  /** Looks up what approvers name. One statement. */
  named(organizationId: string, names: ApproverNames): Promise<NamedApprovers>;
  /** Reads the names of what approvers name, without the members of groups. One statement. */
  namesOf(organizationId: string, names: ApproverNames): Promise<NamesOfApprovers>;
  /**
   * The accounts without a person that answered, voted or wrote in proven channels since a time, the latest first, at most 50. It looks
   * at the latest 1,000 answered prompts and the latest 1,000 messages from chats. One statement, in the background.
   */
  recentAccounts(organizationId: string, since: Date): Promise<RecentAccount[]>;
}
