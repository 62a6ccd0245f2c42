import type { PromptAnswered } from '@gateway/contract';
import type { AnswerDeps } from './given-answer.js';
import type { EventKey } from '../ports/system.js';
import type { PromptRow, VoteRow } from '../ports/rows.js';
import { isDecider, isVoteOf, ownerOf, type Voter } from './voter.js';

/** Adds words to a decision or vote of this person. */
export async function giveReason(
  { store, clock }: Pick<AnswerDeps, 'store' | 'clock'>,
  prompt: PromptRow,
  voter: Voter,
  words: string,
  event: EventKey | null,
): Promise<{ readonly outcome: 'recorded' | 'late' | 'duplicate'; readonly prompt: PromptRow | null }> {
  const decides = isDecider(prompt, voter);
  return await store.votes.giveReason(
    {
      organizationId: prompt.organizationId,
      num: prompt.num,
      by: ownerOf(voter),
      isDecider: decides,
      words,
      at: new Date(clock.now()),
      event,
    },
    (body, vote) => withReason(body, words, { decides, vote }),
  );
}

/** The vote of this person that waits for words; null: none does. */
export async function waitingVote(
  { store, clock }: Pick<AnswerDeps, 'store' | 'clock'>,
  prompt: PromptRow,
  voter: Voter,
): Promise<VoteRow | null> {
  if (!prompt.terms?.policy) return null;
  const votes = await store.votes.of(prompt.organizationId, [prompt.num]);
  const waits = ({ reasonUntil }: VoteRow) => reasonUntil !== null && reasonUntil.getTime() > clock.now();
  return votes.findLast((vote) => waits(vote) && isVoteOf(vote, voter)) ?? null;
}

/** The body of a callback with the words of its decider, or of the person of one of its votes. */
function withReason(
  body: string,
  words: string,
  { decides, vote }: { readonly decides: boolean; readonly vote: VoteRow | null },
): string {
  const event = JSON.parse(body) as PromptAnswered;
  const answer = decides && event.answer.type === 'decision' ? { ...event.answer, reason: words } : event.answer;
  const votes = event.votes?.map((each) => {
    const { person_id, operator_id, platform, user_id } = each.by;
    const isOwn =
      person_id === vote?.personId &&
      operator_id === vote.operatorId &&
      platform === vote.platform &&
      user_id === vote.userId;
    return isOwn ? { ...each, reason: words } : each;
  });
  return JSON.stringify({ ...event, answer, ...(votes && { votes }) });
}
