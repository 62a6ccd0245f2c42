import type { DeliveryStore, Settled, Settlement } from '@gateway/core';
import { batchOf } from '../../sql/batch.js';
import { endOf as endedAt, failingReceiversOn } from '../deliveries/failing-receivers.js';
import type { Database } from '../../open.js';
import type { Sql, SqlDatabase } from '../../sql/sql.js';
import { storable } from '../../sql/storable.js';
import { deliveredOn } from '../deliveries/delivered.js';
import { deliveryEvent, receiverEvent, streamEventWriter } from '../deliveries/stream-events.js';
import type { DeliveryRow } from '../../sql/rows.js';

/** A failing receiver gets the messages of a channel in order for this long. */
const LANE_HOLD_MS = 60_000;

type Related = NonNullable<Parameters<DeliveryStore['settle']>[1]>;

/** Updates claimed deliveries. The number of attempts is the fence of a claim: a later claim increases it. */
export function settlementsOn(engine: Database['engine']) {
  const appendEvents = streamEventWriter(engine);
  const recordReceivers = failingReceiversOn(engine);
  const recordDelivered = engine === 'postgresql' ? deliveredOn(engine) : null;
  const claims = batchOf(engine, 'claim', { delivery_seq: 'bigint', number: 'integer' }, 'delivery_seq');
  const ends = batchOf(
    engine,
    'ended',
    {
      delivery_seq: 'bigint',
      number: 'integer',
      outcome: 'text',
      next_at: 'timestamptz',
      ended_at: 'timestamptz',
      status: 'integer',
      reason: 'text',
      hold_until: 'timestamptz',
    },
    'delivery_seq',
  );
  const lanes = batchOf(engine, 'ended_lane', { lane_name: 'text', last_seq: 'bigint' });
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

  // A receiver that was reported as failing blocks no lane: its backlog would only grow.
  // A success always counts, unless a retry was requested since; a failure counts only while its claim is held.
  const end = `
    UPDATE delivery SET state = outcome, run_at = coalesce(next_at, run_at), last_status = status, last_error = reason,
      delivered_at = CASE WHEN outcome = 'delivered' THEN coalesce(delivered_at, ended_at) END,
      died_at = CASE WHEN outcome = 'dead' THEN ended_at END, claimed_by = NULL,
      lane = CASE WHEN hold_until IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM failing_receiver r
        WHERE r.destination = delivery.destination AND r.organization_id = delivery.organization_id
          AND r.reported_at IS NOT NULL) THEN lane END,
      lane_until = hold_until
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
  // Found by number: for an equation, PostgreSQL could read all pending ones.
  const isPending = `(state = 'pending') IS TRUE`;
  // A settled row keeps its number of attempts but has no claimant.
  const renew = `
    UPDATE delivery SET run_at = ? FROM ${claims.table}
    WHERE seq = delivery_seq AND attempts = number AND ${isPending} AND claimed_by IS NOT NULL`;

  // Only a claim that was not attempted is released, so a later claim may have its number again.
  const release = `
    UPDATE delivery SET run_at = created_at, attempts = attempts - 1, claimed_by = NULL FROM ${claims.table}
    WHERE seq = delivery_seq AND attempts = number AND ${isPending} AND claimed_by = ?`;
  const continued = `
    SELECT 1 AS found FROM ${lanes.table}
    WHERE EXISTS (SELECT 1 FROM delivery WHERE lane = lane_name AND seq > last_seq) LIMIT 1`;

  /** Records results of any kind by several statements. */
  async function record(
    tx: Sql,
    settlements: readonly Settlement[],
    { released, endedLanes }: Related,
  ): Promise<Settled & { readonly erased: boolean }> {
    const rows = await tx.all<Pick<DeliveryRow, 'seq' | 'erase'>>(end, [ends.parameter(settlements.map(rowOf))]);
    // The current value: the prompt or message may have been removed since the claim.
    const recorded = new Map(rows.map(({ seq, erase }) => [seq, erase]));
    const own = settlements.filter(({ delivery }) => recorded.has(delivery.seq));
    const over = own.filter(({ delivery, next }) => recorded.get(delivery.seq) && !(next instanceof Date));
    const kept = own.filter((settlement) => !over.includes(settlement));
    if (over.length > 0) await tx.run(erase, [claims.parameter(over.map(({ delivery }) => claimOf(delivery)))]);
    if (kept.length > 0) await tx.run(remember, [tries.parameter(kept.map(tryOf))]);
    const [first] = released;
    if (first) await tx.run(release, [claims.parameter(released.map(claimOf)), first.claimedBy]);
    const receivers = await recordReceivers(tx, own);
    const now = new Date(Math.max(...own.map((settlement) => endedAt(settlement).getTime())));
    await appendEvents(tx, [
      ...own.map((settlement) => deliveryEvent(settlement.delivery, endedAt(settlement))),
      ...receivers.failing.map((receiver) => receiverEvent('delivery.receiver_failing', receiver, now)),
      ...receivers.recovered.map((receiver) => receiverEvent('delivery.receiver_recovered', receiver, now)),
    ]);
    const further =
      endedLanes.length > 0 &&
      (await tx.first(continued, [
        lanes.parameter(endedLanes.map(({ lane, lastSeq }) => ({ lane_name: lane, last_seq: lastSeq }))),
      ]));
    return { ...receivers, laneContinues: Boolean(further), erased: over.length > 0 };
  }

  return {
    async renew(sql: Sql, claimed: readonly DeliveryRow[], until: Date): Promise<void> {
      if (claimed.length > 0) await sql.run(renew, [until, claims.parameter(claimed.map(claimOf))]);
    },

    /** `erased`: whether a row was deleted. */
    async settle(
      sql: SqlDatabase,
      settlements: readonly Settlement[],
      related: Related,
    ): Promise<Settled & { readonly erased: boolean }> {
      const isDelivered = settlements.every(({ next }) => next === 'delivered') && related.released.length === 0;
      if (!recordDelivered || !isDelivered) return await sql.write((tx) => record(tx, settlements, related));
      const { recorded, ...settled } = await recordDelivered(sql, settlements, related.endedLanes);
      const rest = settlements.filter(({ delivery }) => !recorded.has(delivery.seq));
      if (rest.length === 0) return settled;
      // A retry was requested since the claim, or the row must be erased now.
      const others = await sql.write((tx) => record(tx, rest, { released: [], endedLanes: [] }));
      return {
        failing: [],
        recovered: [...settled.recovered, ...others.recovered],
        accepting: settled.accepting || others.accepting,
        laneContinues: settled.laneContinues,
        erased: settled.erased || others.erased,
      };
    },
  };
}

function claimOf({ seq, attempts }: DeliveryRow) {
  return { delivery_seq: seq, number: attempts };
}

function rowOf(settlement: Settlement) {
  const { delivery, attempt, next } = settlement;
  return {
    ...claimOf(delivery),
    outcome: next instanceof Date ? 'pending' : next,
    next_at: next instanceof Date ? next : null,
    ended_at: endedAt(settlement),
    status: attempt.status,
    reason: storable(attempt.error),
    hold_until: holdUntil(settlement),
  };
}

/** Until when a failed message blocks later ones; null: it does not, because its next attempt comes too late or never. */
function holdUntil(settlement: Settlement): Date | null {
  const { delivery, next } = settlement;
  if (delivery.lane === null || !(next instanceof Date)) return null;
  const until = delivery.laneUntil ?? new Date(endedAt(settlement).getTime() + LANE_HOLD_MS);
  return next <= until ? until : null;
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
