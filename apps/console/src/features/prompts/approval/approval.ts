import type { PromptRecord } from '@gateway/contract';
import { runsAction, type Asked } from '../voices.js';

/** Milliseconds after the answer in which an approval can be taken back. */
const TAKE_BACK_MS = 600_000;

/** Whether the answer lets an action run, now or before. */
export function isApproval(
  prompt: Asked & Pick<PromptRecord, 'state' | 'answer' | 'answer_type' | 'decision'>,
): boolean {
  const { state, answer, answer_type, decision } = prompt;
  if (state !== 'answered') return false;
  if (decision) return runsAction(prompt, decision.value) === true;
  // A text never does, not even one like the label of an option.
  return answer_type === 'option' && answer !== null && runsAction(prompt, answer) === true;
}

/** When the time to use the approval ends; null: it has no end. */
export function useBy({ answered_at, consume_within_sec }: PromptRecord): string | null {
  if (answered_at === null || typeof consume_within_sec !== 'number') return null;
  return new Date(Date.parse(answered_at) + consume_within_sec * 1000).toISOString();
}

/** Whether the approval can still be taken back. `now` is in Unix milliseconds. */
export function canBeTakenBack(prompt: PromptRecord, now: number): boolean {
  const { answered_at, consumed_at, withdrawn_at } = prompt;
  const isUnused = (consumed_at ?? null) === null && (withdrawn_at ?? null) === null;
  return isApproval(prompt) && isUnused && answered_at !== null && now - Date.parse(answered_at) <= TAKE_BACK_MS;
}
