import type { DecisionValue, PromptRecord } from '@gateway/contract';
import { grantLabel, offeredTimes } from '@gateway/contract/values';
import { decisionLabel } from '../terms/progress.js';
import { drawnLabel } from '../voices.js';

/** A decision that can be chosen. */
export interface Choice {
  readonly value: DecisionValue;
  /** For how many seconds the next actions like this one are approved, too. Null: only this one. */
  readonly grantSec: number | null;
  /** Its place among the keys, from 0. */
  readonly place: number;
}

/**
 * The choices as the form shows them: those that give a standing approval follow `approve`. Their keys follow those of all decisions, so
 * that no decision has another key because of them.
 */
export function choicesOf({ grant_offer: offer }: PromptRecord, decisions: readonly DecisionValue[]): Choice[] {
  const times = offer ? offeredTimes(offer.max_sec) : [];
  return decisions.flatMap((value, place) => [
    { value, grantSec: null, place },
    ...(value === 'approve' ? times.map((grantSec, at) => ({ value, grantSec, place: decisions.length + at })) : []),
  ]);
}

/** The label of a choice, without the sign of the gateway. */
export const choiceLabel = (prompt: PromptRecord, { value, grantSec }: Pick<Choice, 'value' | 'grantSec'>): string =>
  grantSec === null ? decisionLabel(prompt, value) : grantLabel(grantSec);

/** The same with the sign. */
export const drawnChoice = (prompt: PromptRecord, choice: Pick<Choice, 'value' | 'grantSec'>): string =>
  drawnLabel(prompt, choice.value, choiceLabel(prompt, choice));
