import type { Outcome } from './chart.js';

/** Colour of each outcome and the list of its prompts. */
export const looks = {
  answered: { fill: 'fill-good', dot: 'bg-good', state: 'answered' },
  pending: { fill: 'fill-wait', dot: 'bg-wait', state: undefined },
  expired: { fill: 'fill-info', dot: 'bg-info', state: 'expired' },
  cancelled: { fill: 'fill-edge', dot: 'bg-edge', state: 'expired' },
  undeliverable: { fill: 'fill-bad', dot: 'bg-bad', state: 'expired' },
} as const satisfies Record<Outcome, unknown>;
