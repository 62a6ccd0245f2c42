import type { Statistics } from '@gateway/contract';
import { dateFormat } from '../../lib/locale.js';

export type Bucket = Statistics['buckets'][number];

/** The upper end of the axis: a round number at or above the largest value, at least 4. */
export function niceMax(values: readonly number[]): number {
  const largest = Math.max(4, ...values);
  const power = 10 ** Math.floor(Math.log10(largest));
  const step = [1, 2, 4, 5, 8, 10].find((factor) => factor * power >= largest) ?? 10;
  return step * power;
}

const clock = dateFormat({ hour: '2-digit', minute: '2-digit' });
const day = dateFormat({ day: 'numeric', month: 'short' });

/** The axis label of a bucket. */
export function bucketLabel(from: string, window: Statistics['window']): string {
  return (window === '24h' ? clock : day)(new Date(from));
}

/** The indexes of the buckets with a label, about six. */
export function labelled(count: number): ReadonlySet<number> {
  const step = Math.max(1, Math.ceil(count / 6));
  return new Set(Array.from({ length: count }, (_, index) => index).filter((index) => index % step === 0));
}

/** Delivered callbacks as a percentage of all that are delivered or dead; null: there are none. */
export function successRate({ delivered, dead }: Statistics['callbacks']): number | null {
  const finished = delivered + dead;
  if (finished === 0) return null;
  // Not rounded up to 100 when one failed.
  return dead === 0 ? 100 : Math.min(99.9, Math.round((delivered / finished) * 1000) / 10);
}

export function totals(buckets: readonly Bucket[]): Omit<Bucket, 'from'> {
  return buckets.reduce(
    (sum, { created, answered, expired, cancelled, undeliverable }) => ({
      created: sum.created + created,
      answered: sum.answered + answered,
      expired: sum.expired + expired,
      cancelled: sum.cancelled + cancelled,
      undeliverable: sum.undeliverable + undeliverable,
    }),
    { created: 0, answered: 0, expired: 0, cancelled: 0, undeliverable: 0 },
  );
}
