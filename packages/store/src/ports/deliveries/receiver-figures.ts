import type { Database } from '../../open.js';
import type { SqlValue } from '../../sql/sql.js';

/** The newest deliveries of a receiver, whose attempts are measured. */
const SAMPLE = 200;
/** More than a delivery has, unless it was often retried by hand. */
const MAX_ATTEMPTS = 100;

/**
 * One statement with the figures of several receivers: counts of pending and dead deliveries, and the attempts of the newest
 * deliveries in any state. It reads a bounded number of rows per receiver, regardless of how many are stored.
 */
export function figuresStatement(engine: Database['engine'], maxCounted: number) {
  const newest = `SELECT %s FROM delivery d
    WHERE d.organization_id = ? AND d.destination = named.destination AND d.state = states.state
    ORDER BY d.seq DESC LIMIT ${SAMPLE}`;
  const sampled =
    engine === 'postgresql'
      ? `CROSS JOIN LATERAL (${newest.replace('%s', 'd.id, d.seq')}) AS owned`
      : `JOIN delivery owned ON owned.seq IN (${newest.replace('%s', 'd.seq')})`;
  const own = 'a.organization_id = ? AND a.delivery_id = sampled.id';
  // A limit keeps PostgreSQL from reading the whole table for a join.
  const attempts =
    engine === 'postgresql'
      ? `CROSS JOIN LATERAL (SELECT * FROM delivery_attempt a WHERE ${own} ORDER BY a.number DESC LIMIT ${MAX_ATTEMPTS}) AS a`
      : `JOIN delivery_attempt a ON ${own}`;
  const names =
    engine === 'postgresql'
      ? 'SELECT jsonb_array_elements_text(?) AS destination'
      : 'SELECT value AS destination FROM json_each(?)';
  const counted = (state: string) =>
    `(SELECT count(*) FROM (SELECT 1 FROM delivery d WHERE d.organization_id = ? AND d.destination = named.destination
        AND d.state = '${state}' LIMIT ${maxCounted}) AS those) AS ${state}`;
  const statement = `
    WITH
      named AS MATERIALIZED (${names}),
      states (state) AS (VALUES ('pending'), ('delivered'), ('dead')),
      -- of all states together, so that the rate of failures is right
      sampled AS (
        SELECT named.destination, owned.id, row_number() OVER (PARTITION BY named.destination ORDER BY owned.seq DESC) AS age
        FROM named CROSS JOIN states ${sampled}
      ),
      tries AS MATERIALIZED (
        SELECT sampled.destination, a.started_at, a.duration_ms, a.status, a.error
        FROM sampled ${attempts}
        WHERE sampled.age <= ${SAMPLE}
      ),
      ranked AS (
        SELECT destination, duration_ms, error,
          row_number() OVER (PARTITION BY destination ORDER BY duration_ms) AS place,
          count(*) OVER (PARTITION BY destination) AS total
        FROM tries WHERE started_at >= ?
      ),
      measured AS (
        SELECT destination, max(total) AS attempts, count(error) AS failed_attempts,
          min(CASE WHEN place * 100 >= total * 50 THEN duration_ms END) AS p50,
          min(CASE WHEN place * 100 >= total * 95 THEN duration_ms END) AS p95
        FROM ranked GROUP BY destination
      ),
      latest AS (
        SELECT destination, started_at, duration_ms, status, error,
          row_number() OVER (PARTITION BY destination ORDER BY started_at DESC) AS place
        FROM tries
      )
    SELECT named.destination, ${counted('pending')}, ${counted('dead')},
      measured.attempts, measured.failed_attempts, measured.p50, measured.p95,
      latest.started_at, latest.duration_ms, latest.status, latest.error
    FROM named
      LEFT JOIN measured ON measured.destination = named.destination
      LEFT JOIN latest ON latest.destination = named.destination AND latest.place = 1`;
  return (organizationId: string, destinations: readonly string[], since: Date): [string, SqlValue[]] => [
    statement,
    [JSON.stringify(destinations), organizationId, organizationId, since, organizationId, organizationId],
  ];
}
