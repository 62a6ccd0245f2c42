import { batchOf } from '../sql/batch.js';
import type { Port } from './port.js';

const BUCKET_MS = 15 * 60_000;
/** Transactions of this or another instance may commit this much after the time of their answer. */
const LATE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * Counts the answered prompts of an organization since a time. Each complete bucket of 15 minutes is counted once and remembered, so
 * the cost does not grow with the answers of a day. Retention does not change a bucket: it keeps prompts for a day or longer.
 */
export function answeredCounts({ engine, sql }: Pick<Port, 'engine' | 'sql'>) {
  const stretch = batchOf(engine, 'stretch', { begins: 'timestamptz', ends: 'timestamptz', place: 'integer' });
  const statement = `
    SELECT (SELECT count(*) FROM prompt WHERE organization_id = ? AND state = 'answered'
              AND answered_at >= stretch.begins AND answered_at < stretch.ends) AS count
    FROM ${stretch.table} ORDER BY stretch.place`;
  /** By organization, then by the start of the bucket. */
  const known = new Map<string, Map<number, number>>();

  return async (organizationId: string, since: Date, now: Date): Promise<number> => {
    const first = Math.ceil(since.getTime() / BUCKET_MS) * BUCKET_MS;
    const complete = Math.max(first, Math.floor((now.getTime() - LATE_MS) / BUCKET_MS) * BUCKET_MS);
    const buckets = Array.from({ length: (complete - first) / BUCKET_MS }, (_, index) => first + index * BUCKET_MS);
    const earlier = known.get(organizationId);
    const missing = buckets.filter((bucket) => earlier?.has(bucket) !== true);
    const ranges = [
      [since.getTime(), first],
      [complete, now.getTime() + DAY_MS],
      ...missing.map((bucket) => [bucket, bucket + BUCKET_MS]),
    ].map(([begins = 0, ends = 0], place) => ({ begins: new Date(begins), ends: new Date(ends), place }));
    const counted = await sql.all<{ count: number }>(statement, [organizationId, stretch.parameter(ranges)]);
    const [head = 0, tail = 0, ...found] = counted.map(({ count }) => count);
    const counts = new Map(
      buckets.map((bucket) => [bucket, earlier?.get(bucket) ?? found[missing.indexOf(bucket)] ?? 0]),
    );
    known.set(organizationId, counts);
    return head + tail + [...counts.values()].reduce((sum, count) => sum + count, 0);
  };
}
