import type { DecisionValue, Vote } from '@gateway/contract';
import type { PromptTerms, VoteRow } from '../ports/rows.js';

/** Votes as callbacks and records carry them. */
export function voteRecords(terms: PromptTerms | null, votes: readonly VoteRow[]): Vote[] {
  return votes.map(({ personId, operatorId, platform, userId, name, choice, reason, grantSec, at, channelId }) => ({
    by: { person_id: personId, operator_id: operatorId, platform, user_id: userId, name },
    ...(terms?.decisions ? { decision: choice as DecisionValue } : { option: choice }),
    ...(grantSec != null && { grant_sec: grantSec }),
    reason,
    at: at.toISOString(),
    channel_id: channelId,
  }));
}
