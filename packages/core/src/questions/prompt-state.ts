import type { Platform } from '@gateway/platform-kit';
import type { PromptRow } from '../ports/rows.js';

/**
 * The state as readers see it: an overdue prompt is expired even before the background pass has expired it. Where a policy decides at
 * the end, it is pending until that has happened, although it takes no more answers.
 */
export function visibleState(prompt: PromptRow, nowMs: number): 'pending' | 'answered' | 'expired' {
  if (prompt.state === 'answered' || prompt.state === 'expired') return prompt.state;
  if (prompt.state === 'orphaned') return 'expired';
  return isOverdue(prompt, nowMs) && prompt.timeoutAnswer === null ? 'expired' : 'pending';
}

/** Whether the time of a prompt is over. */
export function isOverdue({ expiresAt }: Pick<PromptRow, 'expiresAt'>, nowMs: number): boolean {
  return expiresAt !== null && expiresAt.getTime() <= nowMs;
}

/** The first delivery state of a post. Without reports of the platform there is none. */
export function acceptedState({ capabilities }: Platform): { readonly deliveryState: 'accepted' | null } {
  return { deliveryState: capabilities.deliveryReports ? 'accepted' : null };
}

/** Whether a rule answers the prompt, so that it is in no chat. */
export function hasNoMessage({ terms }: Pick<PromptRow, 'terms'>): boolean {
  return terms?.rule?.answer !== undefined;
}
