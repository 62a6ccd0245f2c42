import type { Approver } from '@gateway/contract';
import type { Voter } from '../decisions/voter.js';
import type { NamedApprovers } from '../people/people-store.js';
import type { PromptRow } from '../rows.js';
import type { Store } from '../store.js';
import { voterOfPerson, voterOfUser } from './known-voter.js';
import type { Places } from './places.js';

/** Whom the approvers of a prompt and of its channels name. */
export interface Candidates {
  /** People and users. Only those who are on every list may answer: see `mayAnswer`. */
  readonly voters: readonly Voter[];
  /** Ids of groups without members. */
  readonly emptyGroups: readonly string[];
  /** Ids of people and groups that do not exist. */
  readonly unknown: readonly string[];
}

/** Looks up whom the lists of a prompt name, as they are now, in one statement. Null: there is no list, so anybody may answer. */
export async function candidatesOf(
  { people }: Pick<Store, 'people'>,
  { organizationId, terms, stepsDone }: PromptRow,
  { first, later }: Places,
): Promise<Candidates | null> {
  const lists = [terms?.approvers ?? null, ...first.map(({ approvers }) => approvers)].filter((list) => list !== null);
  if (lists.length === 0) return null;
  const added = (terms?.policy?.steps ?? []).slice(0, stepsDone).flatMap(({ approvers = [] }) => approvers);
  const named = [...lists.flat(), ...added];
  const persons = namedBy(named, 'person');
  const groups = namedBy(named, 'group');
  const users = namedBy(named, 'user_id');
  const platforms = [...new Set([...first, ...later].map(({ platform }) => platform))];
  const identities = users.flatMap((userId) => platforms.map((platform) => ({ platform, userId })));
  const found = await people.named(organizationId, { persons, groups, identities });
  return {
    voters: [...found.people.map(voterOfPerson), ...unknownUsers(users, platforms, found)],
    emptyGroups: groups.filter((id) => found.groups.includes(id) && !hasMembers(found, id)),
    unknown: [
      ...persons.filter((id) => !found.people.some(({ personId }) => personId === id)),
      ...groups.filter((id) => !found.groups.includes(id)),
    ],
  };
}

function namedBy(approvers: readonly Approver[], kind: 'person' | 'group' | 'user_id'): string[] {
  const ids = approvers.map((approver) => (approver as Partial<Record<typeof kind, string>>)[kind]);
  return [...new Set(ids.filter((id) => id !== undefined))];
}

const hasMembers = ({ people }: NamedApprovers, group: string) => people.some(({ groups }) => groups.includes(group));

/** The users who are no person. */
function unknownUsers(users: readonly string[], platforms: readonly string[], { people }: NamedApprovers): Voter[] {
  const owned = new Set(
    people.flatMap(({ identities }) =>
      identities.filter(({ platform }) => platforms.includes(platform)).map(({ userId }) => userId),
    ),
  );
  return users.filter((id) => !owned.has(id)).map((id) => voterOfUser(id, platforms));
}
