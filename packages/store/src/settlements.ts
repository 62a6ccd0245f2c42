import type { DeliveryRow, Settlement } from '@gateway/core';
import { batchOf } from './batch.js';
import type { Database } from './open.js';
import type { Sql } from './sql.js';
import { storable } from './storable.js';
import { deliveryEvent, tellerOn } from './stream-events.js';

/** What happens to claimed deliveries. The count of attempts is the fence of a claim: whoever claims later raises it. */
export function settlementsOn(engine: Database['engine']) {
  const tellAll = tellerOn(engine);
  const claims = batchOf(engine, 'claim', { delivery_seq: 'bigint', number: 'integer' });
  const ends = batchOf(engine, 'ended', {
    delivery_seq: 'bigint',
    number: 'integer',
    outcome: 'text',
    next_at: 'timestamptz',
    ended_at: 'timestamptz',
    status: 'integer',
    reason: 'text',
  });
  const tries = batchOf(engine, 'try', {
    organization_id: 'text',
    delivery_id: 'text',
    number: 'integer',
    started_at: 'timestamptz',
    duration_ms: 'integer',
    status: 'integer',
    error: 'text',
    response: 'text',
  });

  // A success is true whatever has happened since, unless it was asked to be sent again; a failure counts while its claim holds.
  const end = `
    UPDATE delivery SET state = outcome, run_at = coalesce(next_at, run_at), last_status = status, last_error = reason,
      delivered_at = CASE WHEN outcome = 'delivered' THEN coalesce(delivered_at, ended_at) END,
      died_at = CASE WHEN outcome = 'dead' THEN ended_at END, lane = NULL, claimed_by = NULL
    FROM ${ends.table}
    WHERE seq = delivery_seq AND number > replayed_after
      AND (outcome = 'delivered' OR (state = 'pending' AND attempts = number))
    RETURNING seq, erase`;
  const remember = `
    INSERT INTO delivery_attempt
      (organization_id, delivery_id, number, started_at, duration_ms, status, error, response)
    SELECT organization_id, delivery_id, number, started_at, duration_ms, status, error, response
    FROM ${tries.table} WHERE true ON CONFLICT DO NOTHING`;
  const erase = `DELETE FROM delivery WHERE seq IN (SELECT delivery_seq FROM ${claims.table})`;
  // A settled row keeps its count but no longer has a claimant.
  const renew = `
    UPDATE delivery SET run_at = ? FROM ${claims.table}
    WHERE seq = delivery_seq AND attempts = number AND state = 'pending' AND claimed_by IS NOT NULL`;

  return {
    async renew(sql: Sql, claimed: readonly DeliveryRow[], until: Date): Promise<void> {
      if (claimed.length > 0) await sql.run(renew, [until, claims.parameter(claimed.map(claimOf))]);
    },

    /** Returns whether anything was erased. */
    async record(tx: Sql, settlements: readonly Settlement[]): Promise<boolean> {
      const rows = await tx.all<{ seq: number; erase: boolean }>(end, [ends.parameter(settlements.map(endOf))]);
      // As it is now: what it tells of may have been removed since it was claimed.
      const recorded = new Map(rows.map(({ seq, erase }) => [seq, erase]));
      const own = settlements.filter(({ delivery }) => recorded.has(delivery.seq));
      const over = own.filter(({ delivery, next }) => recorded.get(delivery.seq) && !(next instanceof Date));
      const kept = own.filter((settlement) => !over.includes(settlement));
      if (over.length > 0) await tx.run(erase, [claims.parameter(over.map(({ delivery }) => claimOf(delivery)))]);
      if (kept.length > 0) await tx.run(remember, [tries.parameter(kept.map(tryOf))]);
      await tellAll(
        tx,
        own.map(({ delivery, attempt }) => deliveryEvent(delivery, endedAt(attempt))),
      );
      return over.length > 0;
    },
  };
}

function claimOf({ seq, attempts }: DeliveryRow) {
  return { delivery_seq: seq, number: attempts };
}

function endOf({ delivery, attempt, next }: Settlement) {
  return {
    ...claimOf(delivery),
    outcome: next instanceof Date ? 'pending' : next,
    next_at: next instanceof Date ? next : null,
    ended_at: endedAt(attempt),
    status: attempt.status,
    reason: storable(attempt.error),
  };
}

function endedAt({ startedAt, durationMs }: Settlement['attempt']): Date {
  return new Date(startedAt.getTime() + durationMs);
}

function tryOf({ delivery, attempt }: Settlement) {
  return {
    organization_id: delivery.organizationId,
    delivery_id: delivery.id,
    number: delivery.attempts,
    started_at: attempt.startedAt,
    duration_ms: Math.round(attempt.durationMs),
    status: attempt.status,
    error: storable(attempt.error),
    response: storable(attempt.response),
  };
}
