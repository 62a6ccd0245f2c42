import type { CallbackCounts, Period, StatisticsBucket, WindowStatisticsStore } from '@gateway/core';
import { batchOf } from '../sql/batch.js';
import type { Port } from './port.js';
import { positionAt } from './seq-at.js';
import type { ChannelRow, DeliveryRow } from '../sql/rows.js';

/** The maximum number of answers for the median. Sorting more would delay other long reads. */
const MAX_MEDIAN_ANSWERS = 20_000;
const MAX_FAILING_CHANNELS = 10;

export function windowStatisticsStore({ engine, sql: { background } }: Port): WindowStatisticsStore {
  const stretch = batchOf(engine, 'stretch', { place: 'integer', begins: 'timestamptz', ends: 'timestamptz' });
  const within = (column: string) => `${column} >= stretch.begins AND ${column} < stretch.ends`;
  // SQLite would read all prompts of the organization for those that were not delivered: they are found by their time, so by an expression.
  // Only the audit log has the time of a cancellation. Prompts in internal states are few and are subtracted, so that each count reads only its index.
  const counts = `
    SELECT
      (SELECT count(*) FROM prompt WHERE organization_id = ? AND ${within('created_at')})
       - (SELECT count(*) FROM prompt WHERE organization_id = ? AND state IN ('posting', 'orphaned') AND ${within('created_at')}) AS created,
      (SELECT count(*) FROM prompt WHERE organization_id = ? AND state = 'answered' AND ${within('answered_at')}) AS answered,
      (SELECT count(*) FROM prompt WHERE state = 'expired' AND ${within('expires_at')}
         AND organization_id = ? AND closed_reason = 'ttl') AS expired,
      (SELECT count(*) FROM audit_entry WHERE ${within('at')} AND organization_id = ? AND action = 'prompt.cancelled') AS cancelled,
      (SELECT count(*) FROM prompt WHERE ${within('undeliverable_at')} AND coalesce(organization_id, '') = ?) AS undeliverable
    FROM ${stretch.table} ORDER BY stretch.place`;

  const answerMs =
    engine === 'postgresql' ? 'extract(epoch FROM answered_at - created_at) * 1000' : 'answered_at - created_at';
  // Computed in the database, so that one number is transferred. SQLite has no function for the median.
  const median = `
    WITH latest AS MATERIALIZED (
      SELECT ${answerMs} AS ms FROM prompt WHERE organization_id = ? AND state = 'answered' AND answered_at >= ?
      ORDER BY answered_at DESC LIMIT ${MAX_MEDIAN_ANSWERS}
    )
    SELECT avg(ms) AS ms FROM (
      SELECT ms FROM latest ORDER BY ms
      LIMIT (SELECT 2 - count(*) % 2 FROM latest) OFFSET (SELECT (count(*) - 1) / 2 FROM latest)
    ) AS middle`;

  // The ends are in a table of one row, because PostgreSQL would scan all deliveries if it knew that most are within.
  const span = batchOf(engine, 'span', { first: 'bigint', ends: 'bigint' });
  const countWithin = (state: string) =>
    `(SELECT count(*) FROM delivery WHERE organization_id = ? AND state = '${state}' AND seq >= span.first AND seq < span.ends) AS ${state}`;
  const callbacks = `SELECT ${['delivered', 'dead', 'pending'].map(countWithin).join(', ')} FROM ${span.table}`;
  const pending = `FROM delivery WHERE organization_id = ? AND state = 'pending'`;

  async function callbacksOf(organizationId: string, { from, to }: Period): Promise<CallbackCounts> {
    const [first, ends] = await Promise.all([
      positionAt(background, 'delivery', organizationId, from),
      positionAt(background, 'delivery', organizationId, to),
    ]);
    const [counts] = await background.all<CallbackCounts>(callbacks, [
      organizationId,
      organizationId,
      organizationId,
      span.parameter([{ first, ends }]),
    ]);
    return counts ?? { delivered: 0, dead: 0, pending: 0 };
  }

  return {
    async read(organizationId, stretches, before) {
      const org = organizationId;
      const from = stretches[0]?.from ?? new Date(0);
      const to = stretches.at(-1)?.to ?? from;
      const places = stretches.map((one, place) => ({ place, begins: one.from, ends: one.to }));
      const [buckets, [middle], ended, endedBefore, [queue], [oldest], health, troubled] = await Promise.all([
        background.all<StatisticsBucket>(counts, [org, org, org, org, org, org, stretch.parameter(places)]),
        background.all<{ ms: number | string | null }>(median, [org, from]),
        callbacksOf(org, { from, to }),
        callbacksOf(org, before),
        background.all<{ count: number }>(`SELECT count(*) AS count ${pending}`, [org]),
        background.all<Pick<DeliveryRow, 'createdAt'>>(`SELECT created_at ${pending} ORDER BY seq LIMIT 1`, [org]),
        background.all<Pick<ChannelRow, 'health'> & { count: number }>(
          'SELECT health, count(*) AS count FROM channel WHERE is_active = ? AND organization_id = ? GROUP BY health',
          [true, org],
        ),
        background.all<ChannelRow>(
          `SELECT * FROM channel WHERE is_active = ? AND organization_id = ? AND health = 'failing'
           ORDER BY health_since DESC, seq DESC LIMIT ${MAX_FAILING_CHANNELS}`,
          [true, org],
        ),
      ]);
      const ms = middle?.ms ?? null;
      const channelsThat = (state: ChannelRow['health']) => health.find((one) => one.health === state)?.count ?? 0;
      return {
        buckets,
        medianAnswerMs: ms === null ? null : Math.round(Number(ms)),
        callbacks: ended,
        callbacksBefore: endedBefore,
        queue: { pending: queue?.count ?? 0, oldestAt: oldest?.createdAt ?? null },
        channels: {
          active: health.reduce((sum, { count }) => sum + count, 0),
          failing: channelsThat('failing'),
          unverified: channelsThat('unknown'),
          troubled,
        },
      };
    },
  };
}
