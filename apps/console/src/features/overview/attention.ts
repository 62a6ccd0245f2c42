import type { PromptStatistics } from '@gateway/contract';
import { actionName } from '../../lib/search.js';
import { shareOf } from './chart.js';

export type ActionFigures = PromptStatistics['breakdown']['actions'][number];
export type Answers = Pick<ActionFigures, 'approved' | 'edited' | 'rejected' | 'under_2_s' | 'median_answer_ms'>;

/** Fewer answers say nothing about how people read. */
const MIN_ANSWERS = 20;
const MANY = 0.5;

const answersOf = ({ approved, edited, rejected }: Answers): number => approved + edited + rejected;

/** The share of answers in less than 2 seconds. Null: there are none. */
export const fastShare = (answers: Answers): number | null => shareOf(answers.under_2_s, answersOf(answers));

/** Whether so many answers came in less than 2 seconds that people probably do not read. */
export const isHasty = (answers: Answers): boolean =>
  answersOf(answers) >= MIN_ANSWERS && (fastShare(answers) ?? 0) >= MANY;

export interface Suggestion {
  readonly name: string;
  readonly approved: number;
  /** What the rule would say: `ask` with standing approvals, or `allow`. */
  readonly verdict: 'ask' | 'allow';
}

const MIN_APPROVED = 20;
/** From this number on a rule could allow the action. */
const OFTEN = 50;

/** Actions that people approved every time, the most frequent first. A question that is still open does not change that. */
export function alwaysApproved(actions: readonly ActionFigures[]): Suggestion[] {
  return actions
    .filter(
      ({ name, asked, pending, approved }) =>
        approved >= MIN_APPROVED && approved === asked - pending && actionName(name) !== undefined,
    )
    .toSorted((one, other) => other.approved - one.approved)
    .map(({ name, approved }) => ({ name, approved, verdict: approved < OFTEN ? 'ask' : 'allow' }));
}
