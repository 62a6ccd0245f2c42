import { contradicts, labelsOf, labelWords, letsRun, signedLabel, type DecisionValue } from '@gateway/contract';
import type { AnswerType, PromptRow, PromptTerms } from '../ports/rows.js';

type Asked = Pick<PromptRow, 'options' | 'terms'>;

interface GivenChoice {
  readonly type: AnswerType;
  readonly value: string;
}

/** The labels of a prompt's buttons: of its decisions, or else its options. */
export function choiceLabels({ options, terms }: Asked): readonly string[] {
  return terms?.decisions ? labelsOf(terms.decisions, terms.labels) : options;
}

/** The labels as people see them. With an action, a sign of the gateway before each says whether it lets the action run. */
export function drawnLabels(asked: Asked): readonly string[] {
  const labels = choiceLabels(asked);
  return asked.terms?.action
    ? labels.map((label, place) => signedLabel(label, approves(asked.terms, choiceAt(asked, place))))
    : labels;
}

/**
 * What people write for each choice: its label, and with an action also the label as they see it, with and without the sign. Nothing
 * that begins with the opposite sign: who writes ⛔ does not approve, also if the agent's label is ⛔.
 */
export function choiceNames(asked: Asked): readonly (readonly string[])[] {
  const drawn = drawnLabels(asked);
  return choiceLabels(asked).map((label, place) => {
    if (!asked.terms?.action) return [label];
    const runs = approves(asked.terms, choiceAt(asked, place));
    return [label, drawn[place] ?? label, labelWords(label)].filter((name) => !contradicts(name, runs));
  });
}

/** Whether an answer, a decision or the label of an option, lets the action of its prompt run. */
export function approves(terms: PromptTerms | null, value: string): boolean {
  if (!terms?.action) return false;
  return letsRun({ decisions: terms.decisions, approving: terms.approvingOptions ?? null }, value);
}

/** Whether an agent may take an answer for a permission: also any option, where none is named that lets the action run. */
export function mayRun({ terms }: Pick<PromptRow, 'terms'>, { type, value }: GivenChoice): boolean {
  if (type === 'option' && terms?.action && !terms.approvingOptions) return true;
  return type !== 'text' && approves(terms, value);
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
