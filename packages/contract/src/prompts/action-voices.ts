import type { DecisionValue } from './decisions.js';

/** The signs that the gateway draws before each answer of a question with an action. */
const signs = { runs: '✅', refuses: '⛔' } as const;

/** Signs of other hands at the begin of a label, which people could take for those of the gateway. */
const consents = '✅✓✔☑🗸🗹🆗👌👍🟢';
const refusals = '⛔❌✖✗✘☒❎🚫🛑👎🔴⭕';
const beginsWith = (those: string, count: string) =>
  new RegExp(
    String.raw`^(?:[\s\u200C-\u200F]*[${those}](?:\p{Variation_Selector}|\p{Emoji_Modifier})*[\s\u200C-\u200F]*)${count}`,
    'u',
  );
const imitations = beginsWith(consents + refusals, '+');
const opposites = { runs: beginsWith(refusals, ''), refuses: beginsWith(consents, '') } as const;

/** What lets the action of a prompt run. */
export interface ApprovingAnswers {
  readonly decisions: readonly DecisionValue[] | null;
  readonly approving: readonly string[] | null;
}

/** Whether an answer, a decision or the label of an option, lets the action run. */
export function letsRun({ decisions, approving }: ApprovingAnswers, answer: string): boolean {
  return decisions ? answer === 'approve' || answer === 'edit' : approving?.includes(answer) === true;
}

/** A label without a sign that it begins with; a label of signs alone stays. */
export function labelWords(label: string): string {
  return label.replace(imitations, '') || label;
}

/** The label of an answer with the sign of the gateway in place of its own. */
export function signedLabel(label: string, runs: boolean): string {
  return `${runs ? signs.runs : signs.refuses} ${labelWords(label)}`;
}

/** Whether a text begins with a sign that says the opposite of what the answer does. */
export function contradicts(text: string, runs: boolean): boolean {
  return (runs ? opposites.runs : opposites.refuses).test(text);
}
