import { notAmong } from './conditions.js';
import type { Database } from './open.js';
import { skipLocked } from './port.js';
import type { SqlValue } from './sql.js';

export interface DeliveryClaim {
  readonly now: Date;
  readonly until: Date;
  readonly limit: number;
  readonly perDestination: number;
  readonly skip: readonly string[];
  readonly holder: string;
}

/**
 * One statement that claims due deliveries. It costs a few index probes for each destination that is owed something and
 * for each lane in use, however long their queues are: it hops from one destination to the next (a loose index scan) and
 * takes the oldest few of each, rather than walking through a hundred thousand rows of a receiver that hangs.
 *
 * A row carries its lane until its first attempt is over. So a lane's smallest `seq` is the only one of it that may go,
 * claimed or not, and those behind it are never looked at.
 */
export function claimStatement(
  engine: Database['engine'],
  { now, until, limit, perDestination, skip, holder }: DeliveryClaim,
): [statement: string, params: SqlValue[]] {
  const skipped = JSON.stringify(skip);
  return [statements[engine], [skipped, now, perDestination, now, skipped, until, holder, perDestination, limit]];
}

const statements = { sqlite: statementFor('sqlite'), postgresql: statementFor('postgresql') };

function statementFor(engine: Database['engine']): string {
  /** Joins each row so far with the deliveries that `which` finds for it, taking those that nobody else is taking. */
  const each = (which: string) =>
    engine === 'postgresql'
      ? `CROSS JOIN LATERAL (SELECT d.seq, d.destination, d.run_at FROM delivery d ${which} ${skipLocked({ engine })}) due`
      : `JOIN delivery due ON due.seq IN (SELECT d.seq FROM delivery d ${which})`;
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
      owed AS (SELECT destination FROM destinations WHERE ${notAmong(engine, 'destination')}),
      -- lane is NULL throughout; named in the order, it lets PostgreSQL read the index in order
      free AS (
        SELECT due.seq, due.destination, due.run_at FROM owed ${each(
          `WHERE d.state = 'pending' AND d.destination = owed.destination AND d.lane IS NULL AND d.run_at <= ?
           ORDER BY d.lane, d.run_at, d.seq LIMIT ?`,
        )}
      ),
      heads AS (
        SELECT due.seq, due.destination, due.run_at FROM lanes ${each(
          `WHERE d.seq = (SELECT min(f.seq) FROM delivery f WHERE f.lane = lanes.lane)
             AND d.run_at <= ? AND ${notAmong(engine, 'd.destination')}`,
        )}
      ),
      ranked AS (
        SELECT seq, run_at, row_number() OVER (PARTITION BY destination ORDER BY run_at, seq) AS place
        FROM (SELECT * FROM free UNION ALL SELECT * FROM heads) AS due
      )
    UPDATE delivery SET run_at = ?, claimed_by = ?, attempts = attempts + 1
    WHERE seq IN (SELECT seq FROM ranked WHERE place <= ? ORDER BY run_at, seq LIMIT ?)
    RETURNING *`;
}
