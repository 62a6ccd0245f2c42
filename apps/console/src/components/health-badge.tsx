import type { HealthState } from '@gateway/contract';
import { Badge, type Tone } from './ui/badge.js';

const looks: Record<HealthState, { readonly label: string; readonly tone: Tone }> = {
  ok: { label: 'Working', tone: 'good' },
  failing: { label: 'Failing', tone: 'bad' },
  unknown: { label: 'Not verified', tone: 'wait' },
  inactive: { label: 'Inactive', tone: 'plain' },
};

/** A word for how a channel stands; the same wherever channels are shown. */
export const healthLabel = (state: HealthState): string => looks[state].label;

export function HealthBadge({ state }: { readonly state: HealthState }) {
  return <Badge tone={looks[state].tone}>{looks[state].label}</Badge>;
}
