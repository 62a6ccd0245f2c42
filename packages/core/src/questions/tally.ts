import type { Policy } from '@gateway/contract';
import type { PromptTerms, VoteRow } from '../ports/rows.js';
import { labelOf } from './choices.js';

/** Whether the votes for a choice suffice to answer the prompt. */
export function isDecided({ policy, decisions }: PromptTerms, votes: readonly VoteRow[], choice: string): boolean {
  return votesFor(votes, choice).length >= needed(policy, decisions !== null, choice);
}

/** How many votes a choice needs. */
function needed(policy: Policy | null, areDecisions: boolean, choice: string): number {
  if (!policy) return 1;
  return areDecisions && choice === 'reject' ? policy.rejections : policy.approvals;
}

/** How far a choice is, for the chat: `1 of 2: Ada`. */
export function progress(terms: PromptTerms, votes: readonly VoteRow[], choice: string): string {
  const names = votesFor(votes, choice).map(({ name }) => name);
  const counted = `${names.length} of ${needed(terms.policy, terms.decisions !== null, choice)}: ${names.join(', ')}`;
  return choice === 'approve' && terms.decisions ? counted : `${labelOf({ terms }, choice)} ${counted}`;
}

const votesFor = (votes: readonly VoteRow[], choice: string) => votes.filter((vote) => vote.choice === choice);
