import type { Identity, NamedApprovers } from '../people/people-store.js';
import type { ChannelRow, PromptTerms } from '../rows.js';
import type { Store } from '../store.js';
import { identitiesIn, namesIn, type ApproverList } from './approvers.js';

/** The people who can answer a new prompt, also after later steps; null: anybody in the chats. One statement, or none. */
export async function answerers(
  { people }: Pick<Store, 'people'>,
  organizationId: string,
  terms: PromptTerms,
  channels: readonly ChannelRow[],
): Promise<ReadonlySet<string> | null> {
  const platforms = [...new Set(channels.map(({ platform }) => platform))];
  const lists: ApproverList[] = [
    ...(terms.approvers ? [{ approvers: terms.approvers, platforms }] : []),
    ...channels.flatMap(({ approvers, platform }) => (approvers ? [{ approvers, platforms: [platform] }] : [])),
  ];
  if (lists.length === 0) return null;
  const later = (terms.policy?.steps ?? []).flatMap(({ approvers }) => (approvers ? [{ approvers, platforms }] : []));
  const found = await people.named(organizationId, namesIn([...lists, ...later]));
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

/** The people on a list, as keys: a user whom a person names counts as that person. */
function onList(list: ApproverList, { people }: NamedApprovers): Set<string> {
  const owners = new Map(
    people.flatMap(({ personId, identities }) =>
      identities.map((identity) => [keyOf(identity), `person:${personId}`] as const),
    ),
  );
  const users = identitiesIn(list).map((identity) => owners.get(keyOf(identity)) ?? keyOf(identity));
  const named = list.approvers.flatMap((entry) => {
    if ('person' in entry) return [`person:${entry.person}`];
    if (!('group' in entry)) return [];
    return people.filter(({ groups }) => groups.includes(entry.group)).map(({ personId }) => `person:${personId}`);
  });
  return new Set([...named, ...users]);
}
