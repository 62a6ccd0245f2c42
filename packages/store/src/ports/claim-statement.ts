import { among, notAmong } from '../sql/conditions.js';
import type { Database } from '../open.js';
import { skipLocked } from './port.js';
import type { SqlValue } from '../sql/sql.js';

export interface DeliveryClaim {
  readonly now: Date;
  readonly until: Date;
  readonly limit: number;
  readonly perDestination: number;
  readonly timedOutLimit: number;
  readonly skip: readonly string[];
  readonly busy: readonly string[];
  readonly holder: string;
}

/**
 * One statement that claims due deliveries. It costs a few index lookups per destination with pending deliveries and per
 * lane in use, regardless of the length of their queues: it jumps from one destination to the next (a loose index scan)
 * and takes the oldest few of each, instead of reading the 100,000 rows of a receiver that does not respond.
 *
 * A row has its lane as long as it blocks later ones. So only the row with a lane's smallest `seq` may be attempted,
 * claimed or not, and the rows after it are never read.
 *
 * Destinations are served in rounds (`place`), so that a few with long queues do not delay one with a short queue.
 */
export function claimStatement(
  engine: Database['engine'],
  { now, until, limit, perDestination, timedOutLimit, skip, busy, holder }: DeliveryClaim,
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
      until,
      holder,
      limit,
    ],
  ];
}

const statements = { sqlite: statementFor('sqlite'), postgresql: statementFor('postgresql') };

function statementFor(engine: Database['engine']): string {
  /** Joins each row with the deliveries that `which` finds for it, except those that another instance is claiming. */
  const each = (which: string) =>
    engine === 'postgresql'
      ? `CROSS JOIN LATERAL (SELECT d.seq, d.destination, d.run_at FROM delivery d ${which} ${skipLocked({ engine })}) due`
      : `JOIN delivery due ON due.seq IN (SELECT d.seq FROM delivery d ${which})`;
  const timedOutAt = (of: string) =>
    `(SELECT max(r.last_failed_at) FROM failing_receiver r WHERE r.destination = ${of}.destination AND r.timed_out)`;
  const greater = engine === 'postgresql' ? 'greatest' : 'max';
  return `
    WITH RECURSIVE
      destinations (destination) AS (
        SELECT min(destination) FROM delivery WHERE state = 'pending'
        UNION ALL
        SELECT (SELECT min(d.destination) FROM delivery d WHERE d.state = 'pending' AND d.destination > last.destination)
        FROM destinations last WHERE last.destination IS NOT NULL
      ),
      lanes (lane) AS (
        SELECT min(lane) FROM delivery
        UNION ALL
        SELECT (SELECT min(d.lane) FROM delivery d WHERE d.lane > last.lane) FROM lanes last WHERE last.lane IS NOT NULL
      ),
      -- timed_out_at: when the last attempt timed out; null = it did not
      receivers AS (
        SELECT destination, ${timedOutAt('destinations')} AS timed_out_at
        FROM destinations WHERE destination IS NOT NULL AND ${notAmong(engine, 'destination')}
      ),
      eligible AS (
        SELECT destination, timed_out_at FROM receivers
        WHERE timed_out_at IS NULL OR ${notAmong(engine, 'destination')}
      ),
      -- lane is always NULL here; naming it in the order lets PostgreSQL read the index in order
      free AS (
        SELECT due.seq, due.destination, due.run_at, eligible.timed_out_at FROM eligible ${each(
          `WHERE d.state = 'pending' AND d.destination = eligible.destination AND d.lane IS NULL AND d.run_at <= ?
           ORDER BY d.lane, d.run_at, d.seq LIMIT ?`,
        )}
      ),
      heads AS (
        SELECT due.seq, due.destination, due.run_at, ${timedOutAt('due')} AS timed_out_at FROM lanes ${each(
          `WHERE d.seq = (SELECT min(f.seq) FROM delivery f WHERE f.lane = lanes.lane)
             AND d.run_at <= ? AND ${notAmong(engine, 'd.destination')}`,
        )}
      ),
      ranked AS (
        SELECT seq, run_at, timed_out_at,
          row_number() OVER (PARTITION BY due.destination ORDER BY run_at, seq) AS place
        FROM (SELECT * FROM free UNION ALL SELECT * FROM heads) AS due
        WHERE timed_out_at IS NULL OR ${notAmong(engine, 'destination')}
      ),
      probes AS (
        SELECT seq, run_at, place FROM ranked WHERE timed_out_at IS NOT NULL AND place = 1
        ORDER BY timed_out_at, run_at, seq
        LIMIT ${greater}(0, ? - (
          SELECT count(DISTINCT r.destination) FROM failing_receiver r WHERE r.timed_out AND ${among(engine, 'r.destination')}
        ))
      ),
      turns AS (
        SELECT seq, run_at, place FROM ranked WHERE timed_out_at IS NULL AND place <= ?
        UNION ALL
        SELECT seq, run_at, place FROM probes
      )
    UPDATE delivery SET run_at = ?, claimed_by = ?, attempts = attempts + 1
    WHERE seq IN (SELECT seq FROM turns ORDER BY place, run_at, seq LIMIT ?)
    RETURNING *`;
}
