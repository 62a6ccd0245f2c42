import type { PromptRecord } from '@gateway/contract';
import { defaultLabels, shownText } from '@gateway/contract/values';
import { t as texts } from './texts.js';

const t = texts.answer;

const OPERATOR = 'operator:';

/** Who answered, and a sentence with `{name}` that says how: in the chat, in the console, or as the policy says. */
export function answerer({
  answered_by_id,
  answered_by_username,
  decided_by,
  policy,
}: Pick<PromptRecord, 'answered_by_id' | 'answered_by_username' | 'decided_by' | 'policy'>): {
  readonly name: string;
  readonly text: string;
} {
  if (decided_by === 'policy') return { name: t.policyName(policy?.name ?? ''), text: t.byPolicy };
  const isOperator = answered_by_id?.startsWith(OPERATOR) ?? false;
  const id = isOperator ? answered_by_id?.slice(OPERATOR.length) : answered_by_id;
  return { name: answered_by_username || id || t.unknownUser, text: isOperator ? t.inConsole : t.inChat };
}

/** The answer as people read it: the label of a decision. */
export function answerText({ answer, decision, labels }: PromptRecord): string {
  return shownText(decision ? (labels?.[decision.value] ?? defaultLabels[decision.value]) : (answer ?? ''));
}

/** The keyboard key of an option: 1 to 9, and 0 for the tenth; null for further ones. */
export function keyOfOption(index: number): string | null {
  return index < 9 ? String(index + 1) : index === 9 ? '0' : null;
}
