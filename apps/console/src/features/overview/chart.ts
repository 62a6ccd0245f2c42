import type { Statistics } from '@gateway/contract';
import { dateFormat } from '../../lib/language/locale.js';

/** What has become of a prompt, in the order of the stack from below. */
export const outcomes = ['answered', 'pending', 'expired', 'cancelled', 'undeliverable'] as const;
export type Outcome = (typeof outcomes)[number];

const clock = dateFormat({ hour: '2-digit', minute: '2-digit' });
const day = dateFormat({ day: 'numeric', month: 'short' });
const hour = dateFormat({ weekday: 'short', hour: '2-digit', minute: '2-digit' });
const weekday = dateFormat({ weekday: 'short', day: 'numeric', month: 'short' });

/** The axis label of a slot. */
export const slotLabel = (from: string, window: Statistics['window']): string =>
  (window === '24h' ? clock : day)(new Date(from));

/** The same with the day of the week. */
export const slotTitle = (from: string, window: Statistics['window']): string =>
  (window === '24h' ? hour : weekday)(new Date(from));

/** Delivered callbacks as a share of all that are delivered or dead, between 0 and 1; null: there are none. */
export function successRate({ delivered, dead }: Statistics['callbacks']): number | null {
  const finished = delivered + dead;
  if (finished === 0) return null;
  // Not rounded up to 1 when one failed.
  return dead === 0 ? 1 : Math.min(0.999, Math.round((delivered / finished) * 1000) / 1000);
}

/** `part` of `whole` between 0 and 1; null: there is no whole. */
export const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** How much a value changed, as a share of the value before; null: there is nothing to compare with. */
export function relativeChange(value: number | null, before: number | null): number | null {
  return value === null || before === null || before === 0 ? null : value / before - 1;
}

/** The points of a line through the values that are known, in a box of 100 × 100. */
export function sparkline(values: readonly (number | null)[]): string {
  const max = Math.max(1, ...values.map((value) => value ?? 0));
  const step = 100 / Math.max(1, values.length - 1);
  return values
    .flatMap((value, index) =>
      value === null ? [] : `${(index * step).toFixed(1)},${(100 - (value / max) * 100).toFixed(1)}`,
    )
    .join(' ');
}
