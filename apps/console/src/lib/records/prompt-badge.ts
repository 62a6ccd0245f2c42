import type { PromptRecord } from '@gateway/contract';
import type { Tone } from '../../components/ui/badge.js';
import { t as texts } from '../language/page-texts/texts.js';

const t = texts.promptBadge;

/** Label and colour of a prompt's state. */
export function promptBadge({
  state,
  closed_reason,
  withdrawn_at = null,
}: Pick<PromptRecord, 'state' | 'closed_reason' | 'withdrawn_at'>): {
  readonly label: string;
  readonly tone: Tone;
} {
  if (state === 'pending') return { label: t.pending, tone: 'wait' };
  if (withdrawn_at !== null) return { label: t.takenBack, tone: 'bad' };
  if (state === 'answered') return { label: t.answered, tone: 'good' };
  return { label: t[closed_reason ?? 'ttl'], tone: closed_reason === 'undeliverable' ? 'bad' : 'plain' };
}
