import type { Settled, Settlement } from '@gateway/core';
import { batchOf } from '../../sql/batch.js';
import type { Database } from '../../open.js';
import type { Sql } from '../../sql/sql.js';
import { storable } from '../../sql/storable.js';
import { endOf } from './failing-receivers.js';
import type { FailingReceiverRow } from '../../sql/rows.js';

export interface EndedLane {
  readonly lane: string;
  readonly lastSeq: number;
}

interface Delivered extends Settled {
  /** The `seq` of the deliveries that were recorded. */
  readonly recorded: ReadonlySet<number>;
  /** Whether a row was deleted. */
  readonly erased: boolean;
}

/**
 * Records accepted deliveries in one statement of PostgreSQL, with the meaning of the several statements in settlements.ts. A
 * delivery whose retry was requested since its claim is left out, and so is one that must be erased since the statement began.
 */
export function deliveredOn(engine: Database['engine']) {
  const ended = batchOf(
    engine,
    'ended',
    {
      delivery_seq: 'bigint',
      number: 'integer',
      ended_at: 'timestamptz',
      started_at: 'timestamptz',
      duration_ms: 'integer',
      status: 'integer',
      response: 'text',
    },
    'delivery_seq',
  );
  const lanes = batchOf(engine, 'ended_lane', { lane_name: 'text', last_seq: 'bigint' });
  // The stream events are appended from the changed rows, so that a number is taken after a row has changed (stream-tail.ts).
  const statement = `
    WITH
      result AS MATERIALIZED (SELECT * FROM ${ended.table}),
      delivered AS (
        UPDATE delivery SET state = 'delivered', last_status = status, last_error = NULL,
          delivered_at = coalesce(delivered_at, ended_at), died_at = NULL, claimed_by = NULL, lane = NULL, lane_until = NULL
        FROM result WHERE seq = delivery_seq AND number > replayed_after AND NOT erase
        RETURNING seq, organization_id, id, destination, result.*
      ),
      erased AS (
        DELETE FROM delivery USING result WHERE seq = delivery_seq AND number > replayed_after AND erase
        RETURNING seq, organization_id, id, destination, ended_at
      ),
      own AS (
        SELECT seq, organization_id, id, destination, ended_at FROM delivered UNION ALL SELECT * FROM erased
      ),
      remembered AS (
        INSERT INTO delivery_attempt (organization_id, delivery_id, number, started_at, duration_ms, status, response)
        SELECT organization_id, id, number, started_at, duration_ms, status, response FROM delivered
        ON CONFLICT DO NOTHING
      ),
      cleared AS (
        DELETE FROM failing_receiver
        WHERE (destination, organization_id) IN (SELECT destination, organization_id FROM own)
        RETURNING *
      ),
      appended AS (
        INSERT INTO stream_event (organization_id, type, resource_id, at)
        SELECT organization_id, 'delivery.updated', id, ended_at FROM own
        UNION ALL
        SELECT organization_id, 'delivery.receiver_recovered', destination, (SELECT max(ended_at) FROM own)
        FROM cleared WHERE reported_at IS NOT NULL
      )
    SELECT cleared.*, recorded, erased_rows, lane_continues
    FROM (SELECT
        (SELECT coalesce(json_agg(seq), '[]') FROM own) AS recorded,
        (SELECT count(*) FROM erased) AS erased_rows,
        EXISTS (SELECT 1 FROM ${lanes.table} JOIN delivery ON lane = lane_name AND seq > last_seq) AS lane_continues
      ) AS counts
      LEFT JOIN cleared ON true`;

  return async function record(
    sql: Sql,
    settlements: readonly Settlement[],
    endedLanes: readonly EndedLane[],
  ): Promise<Delivered> {
    const rows = await sql.all<
      (FailingReceiverRow | Record<keyof FailingReceiverRow, null>) & {
        readonly recorded: readonly number[];
        readonly erasedRows: number;
        readonly laneContinues: boolean;
      }
    >(statement, [
      ended.parameter(settlements.map(rowOf)),
      lanes.parameter(endedLanes.map(({ lane, lastSeq }) => ({ lane_name: lane, last_seq: lastSeq }))),
    ]);
    const [first] = rows;
    const cleared = rows.filter((row) => row.destination !== null);
    return {
      recorded: new Set(first?.recorded),
      erased: (first?.erasedRows ?? 0) > 0,
      failing: [],
      recovered: cleared.filter(({ reportedAt }) => reportedAt !== null),
      accepting: cleared.length > 0,
      laneContinues: first?.laneContinues ?? false,
    };
  };
}

function rowOf(settlement: Settlement) {
  const { delivery, attempt } = settlement;
  return {
    delivery_seq: delivery.seq,
    number: delivery.attempts,
    ended_at: endOf(settlement),
    started_at: attempt.startedAt,
    duration_ms: Math.round(attempt.durationMs),
    status: attempt.status,
    response: storable(attempt.response),
  };
}
