import type { PromptRecord } from '@gateway/contract';

const OPERATOR = 'operator:';

/** Who answered, and whether in the chat or in the console. */
export function answerer({
  answered_by_id,
  answered_by_username,
}: Pick<PromptRecord, 'answered_by_id' | 'answered_by_username'>): {
  readonly name: string;
  readonly place: 'chat' | 'console';
} {
  const isOperator = answered_by_id?.startsWith(OPERATOR) ?? false;
  const id = isOperator ? answered_by_id?.slice(OPERATOR.length) : answered_by_id;
  return { name: answered_by_username || id || 'Unknown user', place: isOperator ? 'console' : 'chat' };
}

/** The keyboard key of an option: 1 to 9, and 0 for the tenth; null for further ones. */
export function keyOfOption(index: number): string | null {
  return index < 9 ? String(index + 1) : index === 9 ? '0' : null;
}
