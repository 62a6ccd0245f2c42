import type { HealthState } from '@gateway/contract';
import { Badge, type Tone } from './ui/badge.js';
import { t } from './texts.js';

const tones: Record<HealthState, Tone> = { ok: 'good', failing: 'bad', unknown: 'wait', inactive: 'plain' };

/** The label of a health state, the same on every page. */
export const healthLabel = (state: HealthState): string => t.healthBadge[state];

interface Props {
  readonly state: HealthState;
  /** False: no traffic has proven yet that the channel works. */
  readonly isProven?: boolean;
}

export function HealthBadge({ state, isProven = true }: Props) {
  if (state === 'ok' && !isProven) return <Badge tone="wait">{t.notProven}</Badge>;
  return <Badge tone={tones[state]}>{healthLabel(state)}</Badge>;
}
