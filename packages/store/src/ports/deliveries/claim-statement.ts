import type { DeliveryStore } from '@gateway/core';
import { among, notAmong } from '../../sql/conditions.js';
import type { Database } from '../../open.js';
import { isPending } from './delivery-conditions.js';
import { skipLocked } from '../port.js';
import type { SqlValue } from '../../sql/sql.js';

/**
 * One statement that claims due deliveries. It costs a few index lookups per destination with pending deliveries and per
 * lane in use, regardless of the length of their queues: it jumps from one destination to the next (a loose index scan)
 * and takes the oldest few of each, instead of reading the 100,000 rows of a receiver that does not respond.
 *
 * A row has its lane as long as it blocks later ones. So a lane is claimed by its head, the row with its smallest `seq`, and
 * a lane whose head is claimed or not due is not read any further. The due rows that follow the head are claimed with it, up
 * to the first one that is not due. They count as one attempt, because they are attempted one after the other. A receiver
 * that has failed gets only the head: what follows would most likely be released again.
 *
 * A paused receiver gets nothing. A claim that began before the pause was committed may still take some: they count as in progress.
 *
 * Destinations are served in rounds (`place`), so that a few with long queues do not delay one with a short queue.
 */
export function claimStatement(
  engine: Database['engine'],
  {
    now,
    until,
    limit,
    perDestination,
    perLane,
    timedOutLimit,
    skip,
    busy,
    holder,
  }: Parameters<DeliveryStore['claim']>[0],
): [statement: string, params: SqlValue[]] {
  const skipped = JSON.stringify(skip);
  const inProgress = JSON.stringify(busy);
  return [
    statements[engine],
    [
      skipped,
      inProgress,
      now,
      perDestination,
      now,
      skipped,
      inProgress,
      timedOutLimit,
      inProgress,
      perDestination,
      limit,
      now,
      perLane,
      until,
      holder,
      now,
    ],
  ];
}

const statements = { sqlite: statementFor('sqlite'), postgresql: statementFor('postgresql') };

function statementFor(engine: Database['engine']): string {
  /** Joins each row with the deliveries that `which` finds for it, except those that another instance is claiming. */
  const each = (which: string) =>
    engine === 'postgresql'
      ? `CROSS JOIN LATERAL (SELECT d.seq, d.destination, d.run_at, d.lane FROM delivery d ${which} ${skipLocked({ engine })}) due`
      : `JOIN delivery due ON due.seq IN (SELECT d.seq FROM delivery d ${which})`;
  const timedOutAt = (of: string) =>
    `(SELECT max(r.last_failed_at) FROM failing_receiver r WHERE r.destination = ${of}.destination AND r.timed_out)`;
  /**
   * A receiver is one for all organizations here, as for timeouts, so that a claim does not read the queue of a paused one. PostgreSQL
   * looks an aggregate up in the index; for NOT EXISTS it would read the table.
   */
  const notPaused = (of: string) =>
    `(SELECT max(p.paused_at) FROM paused_receiver p WHERE p.destination = ${of}.destination) IS NULL`;
  /** The first rows of each chosen lane, in order. Locking the head excludes other claims. */
  const followers =
    engine === 'postgresql'
      ? `CROSS JOIN LATERAL (SELECT f.seq, f.destination, f.run_at, f.lane FROM delivery f
           WHERE f.lane = head.lane AND f.seq > head.seq ORDER BY f.seq LIMIT ? - 1) follower`
      : `JOIN delivery follower ON follower.seq IN (SELECT f.seq FROM delivery f
           WHERE f.lane = head.lane AND f.seq > head.seq ORDER BY f.seq LIMIT ? - 1)`;
  const greater = engine === 'postgresql' ? 'greatest' : 'max';
  return `
    WITH RECURSIVE
      destinations (destination) AS (
        SELECT min(destination) FROM delivery WHERE ${isPending()}
        UNION ALL
        SELECT (SELECT min(d.destination) FROM delivery d WHERE ${isPending('d.')} AND d.destination > last.destination)
        FROM destinations last WHERE last.destination IS NOT NULL
      ),
      lanes (lane) AS (
        SELECT min(lane) FROM delivery WHERE lane IS NOT NULL
        UNION ALL
        SELECT (SELECT min(d.lane) FROM delivery d WHERE d.lane > last.lane) FROM lanes last WHERE last.lane IS NOT NULL
      ),
      -- timed_out_at: when the last attempt timed out; null = it did not
      receivers AS (
        SELECT destination, ${timedOutAt('destinations')} AS timed_out_at
        FROM destinations WHERE destination IS NOT NULL AND ${notAmong(engine, 'destination')} AND ${notPaused('destinations')}
      ),
      eligible AS (
        SELECT destination, timed_out_at FROM receivers
        WHERE timed_out_at IS NULL OR ${notAmong(engine, 'destination')}
      ),
      -- lane is always NULL here; naming it in the order lets PostgreSQL read the index in order
      free AS (
        SELECT due.seq, due.destination, due.run_at, due.lane, eligible.timed_out_at FROM eligible ${each(
          `WHERE ${isPending('d.')} AND d.destination = eligible.destination AND d.lane IS NULL AND d.run_at <= ?
           ORDER BY d.lane, d.run_at, d.seq LIMIT ?`,
        )}
      ),
      heads AS (
        SELECT due.seq, due.destination, due.run_at, due.lane, ${timedOutAt('due')} AS timed_out_at FROM lanes ${each(
          `WHERE d.seq = (SELECT min(f.seq) FROM delivery f WHERE f.lane = lanes.lane)
             AND d.run_at <= ? AND ${notAmong(engine, 'd.destination')} AND ${notPaused('d')}`,
        )}
      ),
      ranked AS (
        SELECT seq, destination, run_at, lane, timed_out_at,
          row_number() OVER (PARTITION BY due.destination ORDER BY run_at, seq) AS place
        FROM (SELECT * FROM free UNION ALL SELECT * FROM heads) AS due
        WHERE timed_out_at IS NULL OR ${notAmong(engine, 'destination')}
      ),
      probes AS (
        SELECT seq, destination, run_at, lane, place FROM ranked WHERE timed_out_at IS NOT NULL AND +place = 1
        ORDER BY timed_out_at, run_at, seq
        LIMIT ${greater}(0, ? - (
          SELECT count(DISTINCT r.destination) FROM failing_receiver r WHERE r.timed_out AND ${among(engine, 'r.destination')}
        ))
      ),
      turns AS (
        SELECT seq, destination, run_at, lane, place FROM ranked WHERE timed_out_at IS NULL AND place <= ?
        UNION ALL
        SELECT seq, destination, run_at, lane, place FROM probes
      ),
      chosen AS (SELECT seq, destination, lane FROM turns ORDER BY place, run_at, seq LIMIT ?),
      following AS (
        SELECT follower.seq, sum(CASE WHEN follower.run_at <= ? AND follower.destination = head.destination THEN 0 ELSE 1 END)
          OVER (PARTITION BY follower.lane ORDER BY follower.seq) AS interruptions
        FROM chosen head ${followers}
        WHERE head.lane IS NOT NULL AND NOT EXISTS (SELECT 1 FROM failing_receiver r WHERE r.destination = head.destination)
      )
    UPDATE delivery SET run_at = ?, claimed_by = ?, attempts = attempts + 1
    WHERE seq IN (SELECT seq FROM chosen UNION ALL SELECT seq FROM following WHERE +interruptions = 0)
      AND (state = 'pending' AND run_at <= ?) IS TRUE
    RETURNING *`;
}
