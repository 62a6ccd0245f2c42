import { MAX_COUNTED, type ReceiverStore } from '@gateway/core';
import { addCounts } from '../../sql/add-counts.js';
import type { Port } from '../port.js';

const QUARTER_MS = 15 * 60_000;
/** The newest deliveries of a receiver, whose addresses are counted. */
const SAMPLE = 200;
const states = ['pending', 'delivered', 'dead'] as const;

/** What became of the deliveries of a receiver. Each statement reads a bounded number of rows, regardless of how many are stored. */
export function receiverHistory({
  engine,
  sql,
}: Pick<Port, 'engine' | 'sql'>): Pick<ReceiverStore, 'deadByQuarterHour' | 'newest' | 'addTraffic' | 'traffic'> {
  const add = addCounts(engine, 'receiver_traffic', 'destination', ['delivered', 'failed']);
  /** The number of the period of a time, since 1970. */
  const periodOf = (column: string, ms: number) =>
    engine === 'postgresql'
      ? `CAST(floor(extract(epoch FROM ${column}) * 1000 / ${ms}) AS bigint)`
      : `${column} / ${ms}`;
  const newestOf = (state: string) =>
    `SELECT * FROM (
       SELECT seq, id, organization_id, url, state, created_at FROM delivery
       WHERE organization_id = ? AND destination = ? AND state = '${state}' ORDER BY seq DESC LIMIT ${SAMPLE}
     ) AS ${state}`;

  return {
    async deadByQuarterHour(organizationId, destination) {
      const rows = await sql.background.all<{ quarter: number; count: number }>(
        `SELECT ${periodOf('created_at', QUARTER_MS)} AS quarter, count(*) AS count
         FROM (
           SELECT created_at FROM delivery WHERE organization_id = ? AND destination = ? AND state = 'dead'
           ORDER BY seq DESC LIMIT ${MAX_COUNTED}
         ) AS newest
         GROUP BY 1 ORDER BY 1 DESC`,
        [organizationId, destination],
      );
      return rows.map(({ quarter, count }) => ({ from: new Date(quarter * QUARTER_MS), count }));
    },

    async newest(organizationId, destination, since) {
      const rows = await sql.background.all<{
        url: string;
        state: (typeof states)[number];
        lastAttemptAt: Date | null;
      }>(
        `SELECT url, state,
           (SELECT max(a.started_at) FROM delivery_attempt a
            WHERE a.organization_id = sampled.organization_id AND a.delivery_id = sampled.id) AS last_attempt_at
         FROM (SELECT * FROM (${states.map(newestOf).join(' UNION ALL ')}) AS owned ORDER BY seq DESC LIMIT ${SAMPLE}) AS sampled
         WHERE created_at >= ? ORDER BY seq DESC`,
        [...states.flatMap(() => [organizationId, destination]), since],
      );
      return rows.map(({ url, state, lastAttemptAt }) => ({
        url,
        state,
        lastAttemptAt: lastAttemptAt === null ? null : new Date(lastAttemptAt),
      }));
    },

    async addTraffic(counts) {
      const rows = counts.map(({ organizationId, destination, periodStart, delivered, failed }) => ({
        owner: organizationId,
        place: destination,
        period: periodStart,
        delivered,
        failed,
      }));
      await sql.run(...add(rows));
    },

    async traffic(organizationId, destination, since, periodMs) {
      const rows = await sql.background.all<{ period: number; delivered: number; failed: number }>(
        `SELECT ${periodOf('period_start', periodMs)} AS period, sum(delivered) AS delivered, sum(failed) AS failed
         FROM receiver_traffic WHERE organization_id = ? AND destination = ? AND period_start >= ?
         GROUP BY 1 ORDER BY 1`,
        [organizationId, destination, since],
      );
      return rows.map(({ period, delivered, failed }) => ({ from: new Date(period * periodMs), delivered, failed }));
    },
  };
}
