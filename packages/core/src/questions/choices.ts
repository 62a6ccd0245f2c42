import { labelsOf, type DecisionValue } from '@gateway/contract';
import type { PromptRow, PromptTerms } from '../ports/rows.js';

type Asked = Pick<PromptRow, 'options' | 'terms'>;

/** The labels of a prompt's buttons: of its decisions, or else its options. */
export function choiceLabels({ options, terms }: Asked): readonly string[] {
  return terms?.decisions ? labelsOf(terms.decisions, terms.labels) : options;
}

/**
 * The labels as people see them. Where options let an action run, a sign of the gateway before each says what it does: the words of the
 * agent do not decide that.
 */
export function drawnLabels(asked: Asked): readonly string[] {
  const approving = asked.terms?.approvingOptions;
  const labels = choiceLabels(asked);
  return approving ? labels.map((label) => `${approving.includes(label) ? '✅' : '⛔'} ${label}`) : labels;
}

/** What the button with this index stands for: a decision, or the label of an option. */
export function choiceAt({ options, terms }: Asked, index: number): string {
  return (terms?.decisions ?? options)[index] ?? '';
}

/** The label that people read for an answer. */
export function labelOf({ terms }: Pick<PromptRow, 'terms'>, answer: string): string {
  const [label] = terms?.decisions ? labelsOf([answer as DecisionValue], terms.labels) : [];
  return label ?? answer;
}

/** Whether a person is asked for words after this decision. */
export function asksReason({ askReason, decisions, reasonWaitSec }: PromptTerms, value: string): boolean {
  if (!decisions || reasonWaitSec === 0) return false;
  return value === 'reject' ? askReason !== 'never' : value === 'approve' && askReason === 'always';
}

/** Whether a press on this choice asks for words or arguments, so that it can open a dialog. */
export function opensDialog(terms: PromptTerms | null, value: string): boolean {
  return terms?.decisions ? value === 'edit' || value === 'respond' || asksReason(terms, value) : false;
}
