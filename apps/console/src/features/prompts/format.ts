import { defaultLabels, type PromptRecord } from '@gateway/contract';

const OPERATOR = 'operator:';

/** Who answered, and how: in the chat, in the console, or as the policy says. */
export function answerer({
  answered_by_id,
  answered_by_username,
  decided_by,
  policy,
}: Pick<PromptRecord, 'answered_by_id' | 'answered_by_username' | 'decided_by' | 'policy'>): {
  readonly name: string;
  readonly action: string;
} {
  if (decided_by === 'policy')
    return { name: `The policy “${policy?.name ?? ''}”`, action: 'decided, because the time was over' };
  const isOperator = answered_by_id?.startsWith(OPERATOR) ?? false;
  const id = isOperator ? answered_by_id?.slice(OPERATOR.length) : answered_by_id;
  const action = isOperator ? 'answered in the console' : 'answered in the chat';
  return { name: answered_by_username || id || 'Unknown user', action };
}

/** The answer as people read it: the label of a decision. */
export function answerText({ answer, decision, labels }: PromptRecord): string {
  if (!decision) return answer ?? '';
  return labels?.[decision.value] ?? defaultLabels[decision.value];
}

/** The keyboard key of an option: 1 to 9, and 0 for the tenth; null for further ones. */
export function keyOfOption(index: number): string | null {
  return index < 9 ? String(index + 1) : index === 9 ? '0' : null;
}
