import type { Database } from '../../open.js';
import type { SqlValue } from '../../sql/sql.js';

/** The newest deliveries of each state that are looked at. */
const NEWEST = 200;

/**
 * One statement with the newest failed attempt of a receiver: among the last failed ones of its newest deliveries of each state. It
 * reads a bounded number of rows by their indexes, regardless of how many are stored.
 */
export function lastFailureStatement(engine: Database['engine']) {
  const columns = 'a.delivery_id, a.number, a.started_at, a.duration_ms, a.status, a.error, a.response';
  const newest = `SELECT d.id, d.seq FROM delivery d
    WHERE d.organization_id = ? AND d.destination = ? AND d.state = states.state ORDER BY d.seq DESC LIMIT ${NEWEST}`;
  const failed = `FROM delivery_attempt f WHERE f.organization_id = ? AND f.delivery_id = owned.id AND f.error IS NOT NULL
    ORDER BY f.number DESC LIMIT 1`;
  const attempts =
    engine === 'postgresql'
      ? `CROSS JOIN LATERAL (${newest}) AS owned CROSS JOIN LATERAL (SELECT * ${failed}) AS a`
      : `JOIN delivery owned ON owned.seq IN (SELECT seq FROM (${newest}))
         JOIN delivery_attempt a ON a.rowid = (SELECT f.rowid ${failed})`;
  const statement = `WITH states (state) AS (VALUES ('pending'), ('delivered'), ('dead'))
    SELECT ${columns} FROM states ${attempts} ORDER BY a.started_at DESC, a.number DESC LIMIT 1`;
  return (organizationId: string, destination: string): [string, SqlValue[]] => [
    statement,
    [organizationId, destination, organizationId],
  ];
}
