import type { HealthState } from '@gateway/contract';
import { Badge, type Tone } from './ui/badge.js';

const looks: Record<HealthState, { readonly label: string; readonly tone: Tone }> = {
  ok: { label: 'Healthy', tone: 'good' },
  failing: { label: 'Failing', tone: 'bad' },
  unknown: { label: 'Not verified', tone: 'wait' },
  inactive: { label: 'Inactive', tone: 'plain' },
};

/** The label of a health state, the same on every page. */
export const healthLabel = (state: HealthState): string => looks[state].label;

export function HealthBadge({ state }: { readonly state: HealthState }) {
  return <Badge tone={looks[state].tone}>{looks[state].label}</Badge>;
}
