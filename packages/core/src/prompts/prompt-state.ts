import type { Platform } from '@gateway/platform-kit';
import type { PromptRow } from '../rows.js';

/** The state as readers see it: an overdue prompt is expired even before the background pass has expired it. */
export function visibleState(prompt: PromptRow, nowMs: number): 'pending' | 'answered' | 'expired' {
  if (prompt.state === 'answered' || prompt.state === 'expired') return prompt.state;
  if (prompt.state === 'orphaned') return 'expired';
  return prompt.expiresAt !== null && prompt.expiresAt.getTime() <= nowMs ? 'expired' : 'pending';
}

/** The first delivery state of a post. Without reports of the platform there is none. */
export function acceptedState({ capabilities }: Platform): { readonly deliveryState: 'accepted' | null } {
  return { deliveryState: capabilities.deliveryReports ? 'accepted' : null };
}
