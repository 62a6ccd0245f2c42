import type { PromptRecord } from '@gateway/contract';

/** Milliseconds after the answer in which an approval can be taken back. */
const TAKE_BACK_MS = 600_000;

/** Whether the answer lets an action run, now or before. */
export function isApproval({ state, action, answer, answer_type, decision, approving_options }: PromptRecord): boolean {
  if (state !== 'answered' || !action) return false;
  if (answer_type === 'option') return answer !== null && approving_options?.includes(answer) === true;
  return decision?.value === 'approve' || decision?.value === 'edit';
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
