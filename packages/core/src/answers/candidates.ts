import type { ApproverNames, Identity, NamedApprovers } from '../ports/people/people-store.js';
import type { ChannelRow } from '../ports/rows.js';
import { addedLater, identitiesIn, namesIn, type ApproverList, type Asked } from './may-answer.js';
import { userKey, voterOfPerson, voterOfUser, type Voter } from './voter.js';

/** The lists by which a question says who may answer it. */
export interface Lists {
  /** Who answers must be on all of them; empty: anybody may answer. */
  readonly narrowing: readonly ApproverList[];
  /** Those of the steps that are done, who may answer besides. */
  readonly added: readonly ApproverList[];
  /** Those of the chats in which steps asked: who answers there must be on the list of the chat as well. */
  readonly ofLaterChats: readonly ApproverList[];
}

/** The lists of a question. `first`: the channels in which it was asked from the start; `later`: those of steps. */
export function listsOf(asked: Asked, first: readonly ChannelRow[], later: readonly ChannelRow[] = []): Lists {
  const platforms = [...new Set([...first, ...later].map(({ platform }) => platform))];
  const { approvers = null, rule } = asked.terms ?? {};
  const lists = [approvers, rule?.approvers ?? null].filter((list) => list !== null);
  return {
    narrowing: [...lists.map((list) => ({ approvers: list, platforms })), ...first.flatMap(listOf)],
    added: addedLater(asked).map((list) => ({ approvers: list, platforms })),
    ofLaterChats: later.flatMap(listOf),
  };
}

function listOf({ approvers, platform }: ChannelRow): ApproverList[] {
  return approvers ? [{ approvers, platforms: [platform] }] : [];
}

/** What to look up to know whom the lists name; null: anybody may answer. */
export function namesOf({ narrowing, added, ofLaterChats }: Lists): ApproverNames | null {
  return narrowing.length === 0 ? null : namesIn([...narrowing, ...added, ...ofLaterChats]);
}

/** All whom the lists name: people, and users who are no person. Who of them may answer says `mayAnswer`. */
export function candidatesOf({ narrowing, added }: Lists, { people }: NamedApprovers): Voter[] {
  const owned = new Set(people.flatMap(({ identities }) => identities.map(userKey)));
  const users = new Map<string, Identity>();
  for (const identity of [...narrowing, ...added].flatMap(identitiesIn))
    if (!owned.has(userKey(identity))) users.set(userKey(identity), identity);
  return [...people.map(voterOfPerson), ...[...users.values()].map(voterOfUser)];
}
