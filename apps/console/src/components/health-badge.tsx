import type { HealthState } from '@gateway/contract';
import { t } from './texts.js';
import { Badge, type Tone } from './ui/badge.js';

const looks: Record<HealthState, { readonly label: string; readonly tone: Tone }> = {
  ok: { label: t.health.ok, tone: 'good' },
  failing: { label: t.health.failing, tone: 'bad' },
  unknown: { label: t.health.unknown, tone: 'wait' },
  inactive: { label: t.health.inactive, tone: 'plain' },
};

/** The label of a health state, the same on every page. */
export const healthLabel = (state: HealthState): string => looks[state].label;

export function HealthBadge({ state }: { readonly state: HealthState }) {
  return <Badge tone={looks[state].tone}>{looks[state].label}</Badge>;
}
