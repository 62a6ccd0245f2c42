import type { Sender } from '@gateway/platform-kit';
import type { Identity } from '../people/people-store.js';
import type { Principal } from '../keys/principal.js';
import { signedInOperator } from '../operators/rights.js';
import type { PromptRow } from '../rows.js';
import type { Store } from '../store.js';

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
  readonly name: string;
  /** Ids of groups. */
  readonly groups: readonly string[];
  /** All known identities, those of the event included. */
  readonly identities: readonly Identity[];
  /** The prompt asks who they are, and the channel of the event does not prove it. */
  readonly isUnproven?: true;
}

const userKey = ({ platform, userId }: Identity) => `user:${platform}:${userId}`;

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
  const own = [sender.id, ...(sender.aliases ?? [])].map((userId) => ({ platform, userId }));
  const person = (await people?.whoIs(organizationId, { identities: own })) ?? null;
  const identities = [...own, ...(person?.identities ?? [])];
  const keys = identities.map(userKey);
  return {
    key: person ? `person:${person.personId}` : userKey({ platform, userId: sender.id }),
    earlierKeys: [...keys, ...(person && person.operatorId !== null ? [`operator:${person.operatorId}`] : [])],
    personId: person?.personId ?? null,
    operatorId: null,
    platform,
    userId: sender.id,
    name: person?.name ?? sender.name ?? sender.username ?? sender.id,
    groups: person?.groups ?? [],
    identities,
  };
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
  operator: { readonly id: string; readonly name: string | null },
): Promise<Voter> {
  const person = await people.whoIs(organizationId, { operatorId: operator.id });
  const identities = person?.identities ?? [];
  return {
    key: person ? `person:${person.personId}` : `operator:${operator.id}`,
    earlierKeys: [...identities.map(userKey), `operator:${operator.id}`],
    personId: person?.personId ?? null,
    operatorId: operator.id,
    platform: null,
    userId: null,
    name: person?.name ?? operator.name ?? operator.id,
    groups: person?.groups ?? [],
    identities,
  };
}

/** Whether this person gave the prompt's answer. */
export function isDecider({ answeredById, answerDetail }: PromptRow, voter: Voter): boolean {
  if (!answerDetail || voter.isUnproven) return false;
  if (answerDetail.personId !== null && answerDetail.personId === voter.personId) return true;
  const { platform } = answerDetail;
  if (platform === null) return voter.operatorId !== null && answeredById === `operator:${voter.operatorId}`;
  return voter.identities.some((identity) => identity.platform === platform && identity.userId === answeredById);
}
