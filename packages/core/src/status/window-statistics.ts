import type { StatisticsWindow } from '@gateway/contract';
import type { Principal } from '../keys/principal.js';
import type { Clock } from '../ports.js';
import type { Store } from '../store.js';
import { dayStarts } from './day-starts.js';
import type { StatisticsBucket, WindowStatistics } from './window-statistics-store.js';

export interface StatisticsReport extends WindowStatistics {
  readonly window: StatisticsWindow;
  readonly from: Date;
  readonly to: Date;
  /** Without gaps, oldest first. The last bucket includes the current time. */
  readonly buckets: readonly (StatisticsBucket & { readonly from: Date })[];
}

const HOUR_MS = 3_600_000;

/** The starts of the buckets and the end of the last one, in Unix milliseconds. */
const startsOf: Record<StatisticsWindow, (now: number, timeZone: string) => number[]> = {
  '24h': (now) => Array.from({ length: 25 }, (_, place) => now - (now % HOUR_MS) + (place - 23) * HOUR_MS),
  '7d': (now, timeZone) => dayStarts(now, 7, timeZone),
  '30d': (now, timeZone) => dayStarts(now, 30, timeZone),
};

/** Shortest time between two counts, however many consoles are open. */
const MIN_CACHE_MS = 2000;
/** Shortest time between two counts as a multiple of the duration of the last one, which limits the load. */
const CACHE_COST_FACTOR = 20;

/** Cached statistics of an organization for the last day, week or month. */
export function createWindowStatistics({ store, clock }: { store: Pick<Store, 'windowStatistics'>; clock: Clock }) {
  const known = new Map<string, { report: Promise<StatisticsReport>; until: number }>();

  async function count(organizationId: string, window: StatisticsWindow, timeZone: string): Promise<StatisticsReport> {
    const now = clock.now();
    const starts = startsOf[window](now, timeZone).map((start) => new Date(start));
    const periods = starts.slice(0, -1).map((from, place) => ({ from, to: starts[place + 1] ?? from }));
    const statistics = await store.windowStatistics.read(organizationId, periods);
    const buckets = statistics.buckets.map((bucket, place) => ({
      from: periods[place]?.from ?? new Date(now),
      ...bucket,
    }));
    return { ...statistics, window, from: periods[0]?.from ?? new Date(now), to: new Date(now), buckets };
  }

  /** `timeZone`: the canonical IANA name of the zone whose days are counted. */
  return async (
    { organizationId }: Principal,
    window: StatisticsWindow,
    timeZone = 'UTC',
  ): Promise<StatisticsReport> => {
    const key = `${window} ${window === '24h' ? 'UTC' : timeZone} ${organizationId}`;
    const before = known.get(key);
    if (before && before.until > clock.now()) return await before.report;
    const startedAt = clock.now();
    for (const [other, { until }] of known) if (until <= startedAt) known.delete(other);
    const entry = { report: count(organizationId, window, timeZone), until: Infinity };
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
