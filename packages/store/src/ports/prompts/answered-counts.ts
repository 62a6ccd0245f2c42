import { batchOf } from '../../sql/batch.js';
import type { Port } from '../port.js';
import { inChannels } from '../figures/prompt-breakdown.js';
import { ownByTime } from './prompt-conditions.js';

const BUCKET_MS = 15 * 60_000;
/** Transactions of this or another instance may commit this much after the time of their answer. */
const LATE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Whose prompts are counted. */
interface Counted {
  readonly organizationId: string;
  /** Null: all. */
  readonly channels: readonly string[] | null;
}

/**
 * Counts the answered prompts of an organization, or of some of its channels, since a time. Each complete bucket of 15 minutes is counted once and remembered, so
 * the cost does not grow with the answers of a day. Retention does not change a bucket: it keeps prompts for a day or longer.
 */
export function answeredCounts({ engine, sql }: Pick<Port, 'engine' | 'sql'>) {
  const bucketTable = batchOf(engine, 'bucket', { begins: 'timestamptz', ends: 'timestamptz', place: 'integer' });
  const own = ownByTime(engine);
  const answeredBetween = (begin: string, end: string, within: string) =>
    `(SELECT count(*) FROM prompt WHERE ${own} AND answered_at >= ${begin} AND answered_at < ${end}${within})`;
  const ofBuckets = (within: string) => `
    SELECT ${answeredBetween('bucket.begins', 'bucket.ends', within)} AS count FROM ${bucketTable.table} ORDER BY bucket.place`;
  /** Before the first and after the last complete bucket. */
  const ofRest = (within: string) =>
    `SELECT ${answeredBetween('?', '?', within)} + ${answeredBetween('?', '?', within)} AS count`;
  /** By organization and channels, then by the start of the bucket. */
  const known = new Map<string, Map<number, number>>();

  return async ({ organizationId, channels }: Counted, since: Date, now: Date): Promise<number> => {
    const [within, ids] = inChannels(engine, channels);
    const place = JSON.stringify([organizationId, channels]);
    const first = Math.ceil(since.getTime() / BUCKET_MS) * BUCKET_MS;
    const complete = Math.max(first, Math.floor((now.getTime() - LATE_MS) / BUCKET_MS) * BUCKET_MS);
    const buckets = Array.from({ length: (complete - first) / BUCKET_MS }, (_, index) => first + index * BUCKET_MS);
    const earlier = known.get(place);
    const missing = buckets.filter((bucket) => earlier?.has(bucket) !== true);
    const rows = missing.map((begins, index) => ({
      begins: new Date(begins),
      ends: new Date(begins + BUCKET_MS),
      place: index,
    }));
    const [rest, found] = await Promise.all([
      sql.first<{ count: number }>(ofRest(within), [
        organizationId,
        since,
        new Date(first),
        ...ids,
        organizationId,
        new Date(complete),
        new Date(now.getTime() + DAY_MS),
        ...ids,
      ]),
      rows.length > 0
        ? sql.all<{ count: number }>(ofBuckets(within), [organizationId, ...ids, bucketTable.parameter(rows)])
        : ([] as { count: number }[]),
    ]);
    const counts = new Map(
      buckets.map((bucket) => [bucket, earlier?.get(bucket) ?? found[missing.indexOf(bucket)]?.count ?? 0]),
    );
    known.set(place, counts);
    return (rest?.count ?? 0) + [...counts.values()].reduce((sum, count) => sum + count, 0);
  };
}
