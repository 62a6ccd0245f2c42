import type { ActionArgs, Decision, DecisionValue, PromptAnswered } from '@gateway/contract';
import type { AnswerDetail, AnswerType, PromptRow, PromptTerms } from '../ports/rows.js';

interface Given {
  readonly type: AnswerType;
  readonly value: string;
  readonly detail?: AnswerDetail | null;
}

/** The answer as callbacks carry it. */
export function answerOf({ terms }: Pick<PromptRow, 'terms'>, given: Given): PromptAnswered['answer'] {
  const { type, value, detail } = given;
  return type === 'decision' ? decisionOf(terms, value as DecisionValue, detail ?? null) : { type, value };
}

/** The decision of an answered prompt; null: it has none (yet). */
export function decisionOfPrompt({ terms, answer, answerType, answerDetail }: PromptRow): Decision | null {
  if (answerType !== 'decision' || answer === null) return null;
  return decisionOf(terms, answer as DecisionValue, answerDetail);
}

function decisionOf(terms: PromptTerms | null, value: DecisionValue, detail: AnswerDetail | null): Decision {
  const args = value === 'approve' ? (terms?.action?.args ?? null) : (detail?.args ?? null);
  return {
    type: 'decision',
    value,
    reason: detail?.reason ?? null,
    args: args === null ? null : parseArgs(args),
    text: detail?.text ?? null,
  };
}

/** The arguments of an action, from the JSON text in which they are stored. */
export function parseArgs(args: string): ActionArgs {
  return JSON.parse(args) as ActionArgs;
}
