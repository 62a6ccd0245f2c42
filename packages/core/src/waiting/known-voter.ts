import type { Voter } from '../decisions/voter.js';
import type { Identity, KnownPerson } from '../people/people-store.js';

const userKey = ({ platform, userId }: Identity) => `user:${platform}:${userId}`;

/** A person as the voter that an answer of theirs would come from, in a chat or in the console. */
export function voterOfPerson({ personId, operatorId, name, groups, identities }: KnownPerson): Voter {
  return {
    key: `person:${personId}`,
    earlierKeys: [...identities.map(userKey), ...(operatorId === null ? [] : [`operator:${operatorId}`])],
    personId,
    operatorId,
    platform: null,
    userId: null,
    aliases: [],
    name,
    groups,
    identities,
  };
}

/** A user whom approvers name and who is no person. `platforms`: on which the user can be, at least one. */
export function voterOfUser(userId: string, platforms: readonly string[]): Voter {
  const identities = platforms.map((platform) => ({ platform, userId }));
  const [key = '', ...earlierKeys] = identities.map(userKey);
  return {
    key,
    earlierKeys,
    personId: null,
    operatorId: null,
    platform: platforms.length === 1 ? (platforms[0] ?? null) : null,
    userId,
    aliases: [],
    name: userId,
    groups: [],
    identities,
  };
}
