import type { PromptAnswered } from '@gateway/contract';
import type { AnswerDeps } from '../prompts/answer.js';
import type { EventKey } from '../ports.js';
import type { PromptRow } from '../rows.js';
import { isDecider, type Voter } from './voter.js';

/** Adds words to a decision or vote of this person. */
export async function giveReason(
  { store, clock }: Pick<AnswerDeps, 'store' | 'clock'>,
  prompt: PromptRow,
  voter: Voter,
  words: string,
  event: EventKey | null,
): Promise<{ readonly outcome: 'recorded' | 'late' | 'duplicate'; readonly prompt: PromptRow | null }> {
  return await store.votes.giveReason(
    {
      organizationId: prompt.organizationId,
      num: prompt.num,
      voter: voter.key,
      isDecider: isDecider(prompt, voter),
      words,
      at: new Date(clock.now()),
      event,
    },
    (body) => withReason(body, voter, words),
  );
}

/** The body of a callback that has waited for the words of its decider. */
function withReason(body: string, voter: Voter, words: string): string {
  const event = JSON.parse(body) as PromptAnswered;
  const answer = event.answer.type === 'decision' ? { ...event.answer, reason: words } : event.answer;
  const votes = event.votes?.map((vote) => {
    const { person_id, operator_id, platform, user_id } = vote.by;
    const isOwn =
      person_id === null
        ? operator_id === voter.operatorId && platform === voter.platform && user_id === voter.userId
        : person_id === voter.personId;
    return isOwn ? { ...vote, reason: words } : vote;
  });
  return JSON.stringify({ ...event, answer, ...(votes && { votes }) });
}
