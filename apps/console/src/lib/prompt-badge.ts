import type { PromptRecord } from '@gateway/contract';
import type { Tone } from '../components/ui/badge.js';

/** How a prompt stands, in a word. */
export function promptBadge({ state, closed_reason }: Pick<PromptRecord, 'state' | 'closed_reason'>): {
  readonly label: string;
  readonly tone: Tone;
} {
  if (state === 'pending') return { label: 'Pending', tone: 'wait' };
  if (state === 'answered') return { label: 'Answered', tone: 'good' };
  return { label: closed_reason === 'cancelled' ? 'Withdrawn' : 'Expired', tone: 'plain' };
}
