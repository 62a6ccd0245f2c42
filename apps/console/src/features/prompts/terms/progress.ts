import type { DecisionValue, PromptRecord, Vote } from '@gateway/contract';
import { defaultLabels, grantLabel, shownText } from '@gateway/contract/values';
import type { Names } from '../../../lib/records/names.js';
import { drawnLabel, type Asked } from '../voices.js';
import { t } from './texts.js';

/** How many votes a choice has and needs. */
interface Tally {
  /** The label of the choice. Null: an option that no one chose yet. */
  readonly label: string | null;
  readonly count: number;
  readonly needed: number;
}

/** The label of a decision on its button. */
export const decisionLabel = ({ labels }: Pick<PromptRecord, 'labels'>, value: DecisionValue): string =>
  shownText(labels?.[value] ?? defaultLabels[value]);

type Labelled = Asked & Pick<PromptRecord, 'labels'>;

/** The same with the sign of the gateway, where there is an action. */
export const drawnDecision = (prompt: Labelled, value: DecisionValue): string =>
  drawnLabel(prompt, value, decisionLabel(prompt, value));

const drawnOption = (prompt: Asked, option: string): string => drawnLabel(prompt, option, shownText(option));

/** What somebody voted for. */
export function choiceOf(prompt: Labelled, { decision, option, grant_sec }: Vote): string {
  if (grant_sec !== undefined) return drawnLabel(prompt, 'approve', grantLabel(grant_sec));
  return decision === undefined ? drawnOption(prompt, option ?? '') : drawnDecision(prompt, decision);
}

type Voted = Labelled & Pick<PromptRecord, 'policy' | 'votes'>;

/** The votes by choice: of decisions, approving and rejecting; of options, those that were chosen. Empty without a policy. */
export function talliesOf(prompt: Voted): Tally[] {
  const { policy, votes = [], decisions } = prompt;
  if (!policy) return [];
  if (decisions) {
    return decisions.map((value) => ({
      label: drawnDecision(prompt, value),
      count: votes.filter(({ decision }) => decision === value).length,
      needed: value === 'reject' ? policy.rejections : policy.approvals,
    }));
  }
  const chosen = [...new Set(votes.map(({ option = '' }) => option))];
  if (chosen.length === 0) return [{ label: null, count: 0, needed: policy.approvals }];
  return chosen.map((label) => ({
    label: drawnOption(prompt, label),
    count: votes.filter(({ option }) => option === label).length,
    needed: policy.approvals,
  }));
}

/** "1 of 2 votes" for the choice with the most votes; null: one vote decides. */
export function progressOf(prompt: Voted): string | null {
  const [first, ...others] = talliesOf(prompt).filter(({ needed }) => needed > 1);
  if (!first) return null;
  const { count, needed } = others.reduce((most, each) => (each.count > most.count ? each : most), first);
  return t.votes.progress(count, needed);
}

/** Whether a vote is that of an operator: given in the console, or by the person that names the operator. */
export function isVoteOf(operatorId: string, { people }: Pick<Names, 'people'>): (vote: Vote) => boolean {
  const person = people.find((each) => each.operator_id === operatorId)?.person_id;
  return ({ by }) => by.operator_id === operatorId || (person !== undefined && by.person_id === person);
}
