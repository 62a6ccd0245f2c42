import type { Clock } from '../ports/system.js';

/** Shortest time between two counts, however many consoles are open. */
const MIN_CACHE_MS = 2000;
/** Shortest time between two counts as a multiple of the duration of the last one, which limits the load. */
const CACHE_COST_FACTOR = 20;

/** Returns a function that makes a report, or returns the one of the same key that was made a short time ago. */
export function cachedReports<Report>(clock: Clock) {
  const known = new Map<string, { report: Promise<Report>; until: number }>();
  return async (key: string, make: () => Promise<Report>): Promise<Report> => {
    const before = known.get(key);
    if (before && before.until > clock.now()) return await before.report;
    const startedAt = clock.now();
    for (const [other, { until }] of known) if (until <= startedAt) known.delete(other);
    const entry = { report: make(), until: Infinity };
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
