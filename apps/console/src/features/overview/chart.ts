import type { Statistics } from '@gateway/contract';

export type Bucket = Statistics['buckets'][number];

/** A round number at or above the largest value, so that the axis reads well; at least 4. */
export function niceMax(values: readonly number[]): number {
  const largest = Math.max(4, ...values);
  const power = 10 ** Math.floor(Math.log10(largest));
  const step = [1, 2, 4, 5, 8, 10].find((factor) => factor * power >= largest) ?? 10;
  return step * power;
}

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
// Days are counted in UTC and must be named so.
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** When a bucket begins, as the axis says it. */
export function bucketLabel(from: string, window: Statistics['window']): string {
  return (window === '24h' ? clock : day).format(new Date(from));
}

/** Which buckets get a label, so that about six stand below the axis. */
export function labelled(count: number): ReadonlySet<number> {
  const step = Math.max(1, Math.ceil(count / 6));
  return new Set(Array.from({ length: count }, (_, index) => index).filter((index) => index % step === 0));
}

/** The share of callbacks that arrived, of those that are decided, in percent; null: none is. */
export function successRate({ delivered, dead }: Statistics['callbacks']): number | null {
  const decided = delivered + dead;
  if (decided === 0) return null;
  // Never rounded up to "all" when one failed.
  return dead === 0 ? 100 : Math.min(99.9, Math.round((delivered / decided) * 1000) / 10);
}

export function totals(buckets: readonly Bucket[]): Omit<Bucket, 'from'> {
  return buckets.reduce(
    (sum, { created, answered, expired, cancelled }) => ({
      created: sum.created + created,
      answered: sum.answered + answered,
      expired: sum.expired + expired,
      cancelled: sum.cancelled + cancelled,
    }),
    { created: 0, answered: 0, expired: 0, cancelled: 0 },
  );
}
