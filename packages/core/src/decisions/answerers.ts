import type { Approver } from '@gateway/contract';
import type { Identity, NamedApprovers } from '../people/people-store.js';
import type { ChannelRow, PromptTerms } from '../rows.js';
import type { Store } from '../store.js';

interface List {
  readonly approvers: readonly Approver[];
  /** On which its user ids are. */
  readonly platforms: readonly string[];
}

/** The people who can answer a new prompt, also after later steps; null: anybody in the chats. One statement, or none. */
export async function answerers(
  { people }: Pick<Store, 'people'>,
  organizationId: string,
  terms: PromptTerms,
  channels: readonly ChannelRow[],
): Promise<ReadonlySet<string> | null> {
  const platforms = [...new Set(channels.map(({ platform }) => platform))];
  const lists: List[] = [
    ...(terms.approvers ? [{ approvers: terms.approvers, platforms }] : []),
    ...channels.flatMap(({ approvers, platform }) => (approvers ? [{ approvers, platforms: [platform] }] : [])),
  ];
  if (lists.length === 0) return null;
  const later = (terms.policy?.steps ?? []).flatMap(({ approvers }) => (approvers ? [{ approvers, platforms }] : []));
  const all = [...lists, ...later];
  const found = await people.named(organizationId, {
    persons: all.flatMap(({ approvers }) => approvers.flatMap((entry) => ('person' in entry ? [entry.person] : []))),
    groups: all.flatMap(({ approvers }) => approvers.flatMap((entry) => ('group' in entry ? [entry.group] : []))),
    identities: all.flatMap(identitiesOf),
  });
  const [first = new Set<string>(), ...others] = lists.map((list) => onList(list, found));
  const able = new Set([...first].filter((key) => others.every((other) => other.has(key))));
  for (const list of later) for (const key of onList(list, found)) able.add(key);
  if (terms.policy?.requester_may_answer === false && terms.requestedBy) {
    const { personId, platform, userId } = terms.requestedBy;
    able.delete(personId === null ? keyOf({ platform: platform ?? '', userId: userId ?? '' }) : `person:${personId}`);
  }
  return able;
}

const keyOf = ({ platform, userId }: Identity) => `user:${platform}:${userId}`;

function identitiesOf({ approvers, platforms }: List): Identity[] {
  return approvers.flatMap((entry) =>
    'user_id' in entry ? platforms.map((platform) => ({ platform, userId: entry.user_id })) : [],
  );
}

/** The people on a list, as keys: a user whom a person names counts as that person. */
function onList(list: List, { people }: NamedApprovers): Set<string> {
  const owners = new Map(
    people.flatMap(({ personId, identities }) =>
      identities.map((identity) => [keyOf(identity), `person:${personId}`] as const),
    ),
  );
  const users = identitiesOf(list).map((identity) => owners.get(keyOf(identity)) ?? keyOf(identity));
  const named = list.approvers.flatMap((entry) => {
    if ('person' in entry) return [`person:${entry.person}`];
    if (!('group' in entry)) return [];
    return people.filter(({ groups }) => groups.includes(entry.group)).map(({ personId }) => `person:${personId}`);
  });
  return new Set([...named, ...users]);
}
