import { roleScopes } from '@gateway/contract';
import type { KnownPerson } from '../ports/people/people-store.js';
import type { VoteRow } from '../ports/rows.js';
import { mayAnswer, type Asked } from './may-answer.js';
import type { VotersNow } from '../ports/questions/vote-store.js';
import { accountAs, operatorAs, type Voter } from './voter.js';

/** The votes of those who may answer now. Of several votes of one person, under accounts that were joined since, the last one counts. */
export function countedVotes(prompt: Asked, votes: readonly VoteRow[], now: VotersNow): VoteRow[] {
  const firstIds = prompt.terms?.channelIds ?? [prompt.channelId];
  const counted = new Map<string, VoteRow>();
  for (const vote of votes) {
    const voter = voterNow(vote, now);
    const channels = now.channels.filter(({ channelId }) => [...firstIds, vote.channelId].includes(channelId));
    if (!voter || mayAnswer(prompt, channels, voter) !== null) continue;
    counted.delete(voter.key);
    counted.set(voter.key, vote);
  }
  return [...counted.values()];
}

/** Who a voter is now; null: an operator who may not answer any more. */
function voterNow(vote: VoteRow, { people, operators }: VotersNow): Voter | null {
  const { platform, userId, aliases, operatorId, name } = vote;
  if (platform !== null && userId !== null) {
    const ids = new Set([userId, ...(aliases ?? [])]);
    const owns = ({ identities }: KnownPerson) =>
      identities.some((identity) => identity.platform === platform && ids.has(identity.userId));
    return accountAs({ platform, userId, aliases: aliases ?? [], name }, people.find(owns) ?? null);
  }
  const operator = operators.find(({ id }) => id === operatorId);
  const scopes: readonly string[] = operator ? roleScopes[operator.role] : [];
  if (!operator || !(scopes.includes('prompts:write') || scopes.includes('admin'))) return null;
  return operatorAs({ id: operator.id, name }, people.find((person) => person.operatorId === operator.id) ?? null);
}
