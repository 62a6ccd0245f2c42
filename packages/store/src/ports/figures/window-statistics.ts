import type { CallbackCounts, Period, StatisticsBucket, WindowStatisticsStore } from '@gateway/core';
import { batchOf } from '../../sql/batch.js';
import type { Port } from '../port.js';
import { byPerson, isPosted, ownByTime } from '../prompts/prompt-conditions.js';
import { inChannels } from './prompt-breakdown.js';
import { positionAt } from './seq-at.js';
import type { ChannelRow, DeliveryRow } from '../../sql/rows.js';

/** The maximum number of answers for the median. Sorting more would delay other long reads. */
const MAX_MEDIAN_ANSWERS = 20_000;
const MAX_FAILING_CHANNELS = 10;

export function windowStatisticsStore({ engine, sql: { background } }: Port): WindowStatisticsStore {
  const stretch = batchOf(engine, 'stretch', { place: 'integer', begins: 'timestamptz', ends: 'timestamptz' });
  const ofOrg = ownByTime(engine);
  const within = (column: string) => `${column} >= stretch.begins AND ${column} < stretch.ends`;
  // Only the audit log has the time of a cancellation. Orphaned prompts are few and are subtracted, so that each count reads only its index.
  const counts = (of: string, more: string) => `
    SELECT
      (SELECT count(*) FROM prompt WHERE ${ofOrg} AND ${isPosted} AND ${within('created_at')}${more})
       - (SELECT count(*) FROM prompt WHERE ${ofOrg} AND ${isPosted} AND state = 'orphaned' AND ${within('created_at')}${more}) AS created,
      (SELECT count(*) FROM prompt WHERE ${ofOrg} AND ${within('answered_at')}${more}) AS answered,
      (SELECT count(*) FROM prompt WHERE state = 'expired' AND answered_at IS NULL AND ${isPosted} AND ${within('expires_at')}
         AND ${ofOrg} AND closed_reason = 'ttl'${more}) AS expired,
      (SELECT count(*) FROM audit_entry WHERE ${within('at')} AND organization_id = ? AND action = 'prompt.cancelled'${of}) AS cancelled,
      (SELECT count(*) FROM prompt WHERE ${within('undeliverable_at')} AND ${ofOrg}${more}) AS undeliverable
    FROM ${stretch.table} ORDER BY stretch.place`;
  /** Whether the entry of a cancellation is about a prompt that fits a condition. */
  const ofPrompt = (more: string) => ` AND EXISTS (
    SELECT 1 FROM prompt WHERE prompt.organization_id = audit_entry.organization_id
      AND num = CASE WHEN audit_entry.action = 'prompt.cancelled' THEN CAST(substr(audit_entry.resource_id, 2) AS integer) END${more})`;

  const answerMs =
    engine === 'postgresql' ? 'extract(epoch FROM answered_at - created_at) * 1000' : 'answered_at - created_at';
  // Computed in the database, so that one number is transferred. SQLite has no function for the median.
  const median = (more: string) => `
    WITH latest AS MATERIALIZED (
      SELECT ${answerMs} AS ms FROM prompt WHERE ${ofOrg} AND answered_at >= ? AND ${byPerson}${more}
      ORDER BY answered_at DESC LIMIT ${MAX_MEDIAN_ANSWERS}
    )
    SELECT avg(ms) AS ms FROM (
      SELECT ms FROM latest ORDER BY ms
      LIMIT (SELECT 2 - count(*) % 2 FROM latest) OFFSET (SELECT (count(*) - 1) / 2 FROM latest)
    ) AS middle`;

  // The ends are in a table of one row, because PostgreSQL would scan all deliveries if it knew that most are within.
  const span = batchOf(engine, 'span', { first: 'bigint', ends: 'bigint' });
  const countWithin = (state: string, own: string) =>
    `(SELECT count(*) FROM delivery WHERE organization_id = ? AND state = '${state}' AND seq >= span.first AND seq < span.ends${own}) AS ${state}`;
  const callbacks = (own: string) =>
    `SELECT ${['delivered', 'dead', 'pending'].map((state) => countWithin(state, own)).join(', ')} FROM ${span.table}`;
  const pending = (own: string) => `FROM delivery WHERE organization_id = ? AND state = 'pending'${own}`;

  async function callbacksOf(
    organizationId: string,
    { from, to }: Period,
    [own, ids]: [condition: string, params: string[]],
  ): Promise<CallbackCounts> {
    const [first, ends] = await Promise.all([
      positionAt(background, 'delivery', organizationId, from),
      positionAt(background, 'delivery', organizationId, to),
    ]);
    const each = [organizationId, ...ids];
    const [counted] = await background.all<CallbackCounts>(callbacks(own), [
      ...each,
      ...each,
      ...each,
      span.parameter([{ first, ends }]),
    ]);
    return counted ?? { delivered: 0, dead: 0, pending: 0 };
  }

  return {
    async read(organizationId, stretches, before, channels = null) {
      const org = organizationId;
      const [more, ids] = inChannels(engine, channels);
      const own = inChannels(engine, channels, 'channel_id');
      const each = [org, ...ids];
      const from = stretches[0]?.from ?? new Date(0);
      const to = stretches.at(-1)?.to ?? from;
      const places = stretches.map((one, place) => ({ place, begins: one.from, ends: one.to }));
      const [buckets, [middle], ended, endedBefore, [queue], [oldest], health, troubled] = await Promise.all([
        background.all<StatisticsBucket>(counts(channels ? ofPrompt(more) : '', more), [
          ...Array.from({ length: 6 }, () => each).flat(),
          stretch.parameter(places),
        ]),
        background.all<{ ms: number | string | null }>(median(more), [org, from, ...ids]),
        callbacksOf(org, { from, to }, own),
        callbacksOf(org, before, own),
        background.all<{ count: number }>(`SELECT count(*) AS count ${pending(own[0])}`, each),
        background.all<Pick<DeliveryRow, 'createdAt'>>(
          `SELECT created_at ${pending(own[0])} ORDER BY seq LIMIT 1`,
          each,
        ),
        background.all<Pick<ChannelRow, 'health'> & { count: number }>(
          `SELECT health, count(*) AS count FROM channel WHERE is_active = ? AND organization_id = ?${own[0]} GROUP BY health`,
          [true, ...each],
        ),
        background.all<ChannelRow>(
          `SELECT * FROM channel WHERE is_active = ? AND organization_id = ?${own[0]} AND health = 'failing'
           ORDER BY health_since DESC, seq DESC LIMIT ${MAX_FAILING_CHANNELS}`,
          [true, ...each],
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
