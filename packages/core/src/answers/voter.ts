import type { Sender } from '@gateway/platform-kit';
import type { Identity, KnownPerson } from '../ports/people/people-store.js';
import type { Principal } from '../access/principal.js';
import { signedInOperator } from '../access/rights.js';
import type { PromptRow, VoteRow } from '../ports/rows.js';
import type { Store } from '../ports/store.js';
import type { VoteOwner } from '../ports/questions/vote-store.js';

/** Somebody who answers, with what is known about them. */
export interface Voter {
  /** `person:<id>`, `operator:<id>` or `user:<platform>:<id>`: the same for one person, on every platform. */
  readonly key: string;
  /** Keys under which the same person may have voted before somebody added them to the people. */
  readonly earlierKeys: readonly string[];
  readonly personId: string | null;
  readonly operatorId: string | null;
  readonly platform: string | null;
  readonly userId: string | null;
  /** Further user ids of the account. */
  readonly aliases: readonly string[];
  readonly name: string;
  /** Ids of groups. */
  readonly groups: readonly string[];
  /** All known identities, those of the event included. */
  readonly identities: readonly Identity[];
  /** The prompt asks who they are, and the channel of the event does not prove it. */
  readonly isUnproven?: true;
}

/** The same for one account on a platform. */
export const userKey = ({ platform, userId }: Identity) => `user:${platform}:${userId}`;

/** The sender of an event on a platform. */
export interface SentOn {
  readonly organizationId: string;
  readonly platform: string;
  readonly sender: Sender;
}

/** The person who pressed or wrote. `people` null: it makes no difference who they are, so they are not looked up. */
export async function voterOfSender(
  people: Store['people'] | null,
  { organizationId, platform, sender }: SentOn,
): Promise<Voter> {
  const { id: userId, aliases = [] } = sender;
  const name = sender.name ?? sender.username ?? userId;
  const account = { platform, userId, aliases, name };
  const person = await people?.whoIs(organizationId, { identities: identitiesOf(account) });
  return accountAs(account, person ?? null);
}

/** An account on a platform from which somebody votes. */
interface VotingAccount extends Identity {
  /** Further user ids of it. */
  readonly aliases: readonly string[];
  readonly name: string;
}

function identitiesOf({ platform, userId, aliases }: Omit<VotingAccount, 'name'>): Identity[] {
  return [userId, ...aliases].map((id) => ({ platform, userId: id }));
}

/** Who somebody is: the person of the account or operator, or only these. */
function known(
  person: KnownPerson | null,
  own: Pick<Voter, 'key' | 'operatorId' | 'identities' | 'name'>,
): Pick<Voter, 'key' | 'earlierKeys' | 'personId' | 'name' | 'groups' | 'identities'> {
  const identities = [...own.identities, ...(person?.identities ?? [])];
  const operatorId = own.operatorId ?? person?.operatorId ?? null;
  return {
    key: person ? `person:${person.personId}` : own.key,
    earlierKeys: [...identities.map(userKey), ...(operatorId === null ? [] : [`operator:${operatorId}`])],
    personId: person?.personId ?? null,
    name: person?.name ?? own.name,
    groups: person?.groups ?? [],
    identities,
  };
}

const noAccount = { platform: null, userId: null, aliases: [] } as const;

/** Somebody who votes from an account. `person`: whose account it is; null: it belongs to none. */
export function accountAs(account: VotingAccount, person: KnownPerson | null): Voter {
  const { platform, userId, aliases, name } = account;
  const own = { key: userKey(account), operatorId: null, identities: identitiesOf(account), name };
  return { ...known(person, own), operatorId: null, platform, userId, aliases };
}

/** A sender of whom nothing is known: with the keys of no person, they have no vote, draft or reason of anybody. */
export function unproven(voter: Voter): Voter {
  return { ...voter, key: `unproven:${voter.key}`, earlierKeys: [], identities: [], isUnproven: true };
}

/** The operator who is signed in to the console. An operator counts as the person that names them. */
export async function voterOfOperator(store: Pick<Store, 'people'>, principal: Principal): Promise<Voter> {
  const { id } = signedInOperator(principal);
  return await operatorVoter(store, principal.organizationId, { id, name: principal.name });
}

/** An operator, signed in or not. */
export async function operatorVoter(
  { people }: Pick<Store, 'people'>,
  organizationId: string,
  operator: VotingOperator,
): Promise<Voter> {
  return operatorAs(operator, await people.whoIs(organizationId, { operatorId: operator.id }));
}

interface VotingOperator {
  readonly id: string;
  readonly name: string | null;
}

/** An operator who votes in the console. `person`: whose operator it is; null: no person names it. */
export function operatorAs({ id, name }: VotingOperator, person: KnownPerson | null): Voter {
  const own = { key: `operator:${id}`, operatorId: id, identities: [], name: name ?? id };
  return { ...known(person, own), operatorId: id, ...noAccount };
}

/** A person as the voter that an answer of theirs would come from, in a chat or in the console. */
export function voterOfPerson(person: KnownPerson): Voter {
  const { personId, operatorId, name } = person;
  const own = { key: `person:${personId}`, operatorId, identities: [], name };
  return { ...known(person, own), operatorId, ...noAccount };
}

/** A user whom approvers name and who is no person. */
export function voterOfUser(identity: Identity): Voter {
  const { platform, userId } = identity;
  return accountAs({ platform, userId, aliases: [], name: userId }, null);
}

/** A person as the owner of votes. */
export function ownerOf({ key: voter, platform, userId, operatorId, earlierKeys: sameAs }: Voter): VoteOwner {
  return { voter, platform, userId, operatorId, sameAs };
}

/** Whether a vote is one of this person, also under an account or operator that they had or have. */
export function isVoteOf(vote: Pick<VoteRow, 'voter' | 'platform' | 'userId' | 'operatorId'>, voter: Voter): boolean {
  if (vote.voter === voter.key || voter.earlierKeys.includes(vote.voter)) return true;
  if (vote.operatorId !== null) return vote.operatorId === voter.operatorId;
  return vote.platform !== null && vote.platform === voter.platform && vote.userId === voter.userId;
}

/** Whether this person gave the prompt's answer. */
export function isDecider({ answeredById, answerDetail }: PromptRow, voter: Voter): boolean {
  if (!answerDetail || voter.isUnproven) return false;
  if (answerDetail.personId !== null && answerDetail.personId === voter.personId) return true;
  const { platform } = answerDetail;
  if (platform === null) return voter.operatorId !== null && answeredById === `operator:${voter.operatorId}`;
  return voter.identities.some((identity) => identity.platform === platform && identity.userId === answeredById);
}
