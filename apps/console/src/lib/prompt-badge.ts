import type { PromptRecord } from '@gateway/contract';
import type { Tone } from '../components/ui/badge.js';

/** Label and colour of a prompt's state. */
export function promptBadge({ state, closed_reason }: Pick<PromptRecord, 'state' | 'closed_reason'>): {
  readonly label: string;
  readonly tone: Tone;
} {
  if (state === 'pending') return { label: 'Pending', tone: 'wait' };
  if (state === 'answered') return { label: 'Answered', tone: 'good' };
  if (closed_reason === 'undeliverable') return { label: 'Not delivered', tone: 'bad' };
  return { label: closed_reason === 'cancelled' ? 'Cancelled' : 'Expired', tone: 'plain' };
}
