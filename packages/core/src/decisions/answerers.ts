import type { Identity, KnownPerson, NamedApprovers } from '../people/people-store.js';
import type { ChannelRow, PromptTerms } from '../rows.js';
import type { Store } from '../store.js';
import { identitiesIn, namesIn, type ApproverList } from './approvers.js';

/** A question, asked or imagined: its terms and the channels in which it is asked from the start. */
export interface Asked {
  readonly terms: Pick<PromptTerms, 'approvers' | 'policy' | 'requestedBy'>;
  readonly channels: readonly ChannelRow[];
}

/** Why too few people can answer. */
interface Shortage {
  readonly code: 'no_approvers' | 'too_few_approvers';
  /** What is wrong and how to fix it, without the field. */
  readonly reason: string;
}

interface Answerers {
  /** How many people may answer, also after later steps; null: anybody in the chats. */
  readonly able: number | null;
  /** Null: enough may. */
  readonly shortage: Shortage | null;
  /** People without an account on the platforms of the question, if too few are left without them. Accounts can be added later. */
  readonly unreachable: readonly string[];
}

/** Who can answer each of these questions. One statement for all, or none. */
export async function answerersOf(
  { people }: Pick<Store, 'people'>,
  organizationId: string,
  questions: readonly Asked[],
): Promise<Answerers[]> {
  const listed = questions.map((asked) => ({ asked, ...listsOf(asked) }));
  const all = listed.flatMap(({ narrowing, later }) => (narrowing.length > 0 ? [...narrowing, ...later] : []));
  const found = all.length === 0 ? { groups: [], people: [] } : await people.named(organizationId, namesIn(all));
  return listed.map(({ asked, ...lists }) =>
    lists.narrowing.length === 0 ? { able: null, shortage: null, unreachable: [] } : among(found, asked, lists),
  );
}

interface Lists {
  /** Who answers must be on all of them. */
  readonly narrowing: readonly ApproverList[];
  /** Those of later steps, who may answer besides. */
  readonly later: readonly ApproverList[];
}

function listsOf({ terms: { approvers, policy }, channels }: Asked): Lists {
  const platforms = platformsOf(channels);
  return {
    narrowing: [
      ...(approvers ? [{ approvers, platforms }] : []),
      ...channels.flatMap((channel) =>
        channel.approvers ? [{ approvers: channel.approvers, platforms: [channel.platform] }] : [],
      ),
    ],
    later: (policy?.steps ?? []).flatMap((step) => (step.approvers ? [{ approvers: step.approvers, platforms }] : [])),
  };
}

function platformsOf(channels: readonly ChannelRow[]): string[] {
  return [...new Set(channels.map(({ platform }) => platform))];
}

function among(found: NamedApprovers, { terms, channels }: Asked, { narrowing, later }: Lists): Answerers {
  const [first = new Set<string>(), ...others] = narrowing.map((list) => onList(list, found));
  const listed = new Set([...first].filter((key) => others.every((other) => other.has(key))));
  for (const list of later) for (const key of onList(list, found)) listed.add(key);
  const { policy, requestedBy } = terms;
  if (policy?.requester_may_answer === false && requestedBy) {
    const { personId, platform, userId } = requestedBy;
    listed.delete(
      personId === null ? keyOfUser({ platform: platform ?? '', userId: userId ?? '' }) : keyOfPerson(personId),
    );
  }
  const platforms = platformsOf(channels);
  // The chats of later steps can be on any platform.
  const asksElsewhere = policy?.steps.some((step) => step.channels !== undefined) === true;
  const unreachable = found.people.filter(
    (person) => listed.has(keyOfPerson(person.personId)) && !isReachable(person, asksElsewhere ? null : platforms),
  );
  const able = listed.size;
  const needed = policy?.approvals ?? 1;
  const tooFew = able >= needed && able - unreachable.length < needed;
  return {
    able,
    shortage: able >= needed ? null : shortageOf(able, needed),
    unreachable: tooFew ? unreachable.map(({ personId }) => personId) : [],
  };
}

function shortageOf(able: number, needed: number): Shortage {
  if (able > 0)
    return {
      code: 'too_few_approvers',
      reason: `the policy needs ${needed} people, and only ${able} can answer. Add approvers, or use a policy with fewer approvals.`,
    };
  return {
    code: 'no_approvers',
    reason:
      'no one can answer, because no one is on every list of the prompt and its channels. Add people to the groups, or change the lists.',
  };
}

/** Whether a person can answer on one of the platforms, or in the console; null: on any platform. */
function isReachable({ operatorId, identities }: KnownPerson, platforms: readonly string[] | null): boolean {
  if (operatorId !== null) return true;
  return identities.some(({ platform }) => platforms === null || platforms.includes(platform));
}

const keyOfUser = ({ platform, userId }: Identity) => `user:${platform}:${userId}`;
const keyOfPerson = (personId: string) => `person:${personId}`;

/** The people on a list, as keys: a user whom a person names counts as that person. */
function onList(list: ApproverList, { people }: NamedApprovers): Set<string> {
  const owners = new Map(
    people.flatMap(({ personId, identities }) =>
      identities.map((identity) => [keyOfUser(identity), keyOfPerson(personId)] as const),
    ),
  );
  const users = identitiesIn(list).map((identity) => owners.get(keyOfUser(identity)) ?? keyOfUser(identity));
  const named = list.approvers.flatMap((entry) => {
    if ('person' in entry) return [keyOfPerson(entry.person)];
    if (!('group' in entry)) return [];
    return people.filter(({ groups }) => groups.includes(entry.group)).map(({ personId }) => keyOfPerson(personId));
  });
  return new Set([...named, ...users]);
}
