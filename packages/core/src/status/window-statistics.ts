import type { StatisticsWindow } from '@gateway/contract';
import type { Principal } from '../keys/principal.js';
import type { Clock } from '../ports.js';
import type { Store } from '../store.js';
import type { StatisticsBucket, WindowStatistics } from './window-statistics-store.js';

export interface StatisticsReport extends WindowStatistics {
  readonly window: StatisticsWindow;
  readonly from: Date;
  readonly to: Date;
  /** Without gaps, oldest first. The last bucket includes the current time. */
  readonly buckets: readonly (StatisticsBucket & { readonly from: Date })[];
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const shapes: Record<StatisticsWindow, { readonly count: number; readonly bucketMs: number }> = {
  '24h': { count: 24, bucketMs: HOUR_MS },
  '7d': { count: 7, bucketMs: DAY_MS },
  '30d': { count: 30, bucketMs: DAY_MS },
};

/** Shortest time between two counts, however many consoles are open. */
const MIN_CACHE_MS = 2000;
/** Shortest time between two counts as a multiple of the duration of the last one, which limits the load. */
const CACHE_COST_FACTOR = 20;

/** Cached statistics of an organization for the last day, week or month. */
export function createWindowStatistics({ store, clock }: { store: Pick<Store, 'windowStatistics'>; clock: Clock }) {
  const known = new Map<string, { report: Promise<StatisticsReport>; until: number }>();

  async function count(organizationId: string, window: StatisticsWindow): Promise<StatisticsReport> {
    const now = clock.now();
    const { count: length, bucketMs } = shapes[window];
    const first = now - (now % bucketMs) - (length - 1) * bucketMs;
    const periods = Array.from({ length }, (_, place) => ({
      from: new Date(first + place * bucketMs),
      to: new Date(first + (place + 1) * bucketMs),
    }));
    const statistics = await store.windowStatistics.read(organizationId, periods);
    const buckets = statistics.buckets.map((bucket, place) => ({
      from: new Date(first + place * bucketMs),
      ...bucket,
    }));
    return { ...statistics, window, from: new Date(first), to: new Date(now), buckets };
  }

  return async ({ organizationId }: Principal, window: StatisticsWindow): Promise<StatisticsReport> => {
    const key = `${window} ${organizationId}`;
    const before = known.get(key);
    if (before && before.until > clock.now()) return await before.report;
    const startedAt = clock.now();
    const entry = { report: count(organizationId, window), until: Infinity };
    known.set(key, entry);
    try {
      const report = await entry.report;
      entry.until = clock.now() + Math.max(MIN_CACHE_MS, CACHE_COST_FACTOR * (clock.now() - startedAt));
      return report;
    } catch (error) {
      known.delete(key);
      throw error;
    }
  };
}
