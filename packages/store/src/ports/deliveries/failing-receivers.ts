import type { Settled, Settlement } from '@gateway/core';
import { batchOf } from '../../sql/batch.js';
import { among } from '../../sql/conditions.js';
import type { Database } from '../../open.js';
import type { Sql } from '../../sql/sql.js';
import { storable } from '../../sql/storable.js';
import type { FailingReceiverRow } from '../../sql/rows.js';

/** A receiver is reported when this many attempts have failed without a success for this long. */
const REPORT_FAILURES = 5;
const REPORT_MS = 600_000;

type Receivers = Omit<Settled, 'laneContinues'>;

const none: Receivers = { failing: [], recovered: [], accepting: false };

/**
 * Records the state of receivers from settled attempts, within the unit of work that records the attempts. A row exists
 * from the first failure until a delivery succeeds, so a healthy receiver has none.
 */
export function failingReceiversOn(engine: Database['engine']) {
  const names = batchOf(engine, 'named', { owner: 'text', place: 'text' });
  const failed = batchOf(engine, 'failed', {
    owner: 'text',
    place: 'text',
    since: 'timestamptz',
    count: 'integer',
    ended_at: 'timestamptz',
    timed_out: 'boolean',
    status: 'integer',
    reason: 'text',
  });
  // The first condition finds the rows in the index.
  const named = `${among(engine, 'destination')} AND (destination, organization_id) IN (SELECT place, owner FROM ${names.table})`;
  const clear = `DELETE FROM failing_receiver WHERE ${named} RETURNING *`;
  // Ordered, so that two instances do not deadlock.
  const count = `
    INSERT INTO failing_receiver
      (destination, organization_id, failing_since, failures, last_failed_at, timed_out, last_status, last_error)
    SELECT place, owner, since, count, ended_at, timed_out, status, reason FROM ${failed.table} WHERE true
    ORDER BY place, owner
    ON CONFLICT (destination, organization_id) DO UPDATE SET
      failures = failing_receiver.failures + excluded.failures, last_failed_at = excluded.last_failed_at,
      timed_out = excluded.timed_out, last_status = excluded.last_status, last_error = excluded.last_error
    RETURNING *`;
  const report = `UPDATE failing_receiver SET reported_at = last_failed_at WHERE ${named} AND reported_at IS NULL RETURNING *`;
  const namesOf = (rows: readonly Pick<FailingReceiverRow, 'organizationId' | 'destination'>[]) => [
    JSON.stringify(rows.map(({ destination }) => destination)),
    names.parameter(rows.map(({ organizationId, destination }) => ({ owner: organizationId, place: destination }))),
  ];

  return async function record(tx: Sql, settlements: readonly Settlement[]): Promise<Receivers> {
    if (settlements.length === 0) return none;
    const { accepted, runs } = byReceiver(settlements);
    const cleared = accepted.length > 0 ? await tx.all<FailingReceiverRow>(clear, namesOf(accepted)) : [];
    const recovery = {
      recovered: cleared.filter(({ reportedAt }) => reportedAt !== null),
      accepting: cleared.length > 0,
    };
    if (runs.length === 0) return { ...none, ...recovery };
    const failing = await tx.all<FailingReceiverRow>(count, [failed.parameter(runs.map(rowOf))]);
    const long = failing.filter(
      ({ reportedAt, failures, failingSince, lastFailedAt }) =>
        reportedAt === null &&
        failures >= REPORT_FAILURES &&
        lastFailedAt.getTime() - failingSince.getTime() >= REPORT_MS,
    );
    if (long.length === 0) return { ...none, ...recovery };
    return { ...recovery, failing: await tx.all<FailingReceiverRow>(report, namesOf(long)) };
  };
}

/** The failures of one receiver since its last success, in order. */
type FailureRun = [Settlement, ...Settlement[]];

function byReceiver(settlements: readonly Settlement[]) {
  const accepted = new Map<string, Settlement['delivery']>();
  const runs = new Map<string, FailureRun>();
  const inOrder = settlements.toSorted((a, b) => endOf(a).getTime() - endOf(b).getTime());
  for (const settlement of inOrder) {
    const { delivery, next } = settlement;
    const key = JSON.stringify([delivery.organizationId, delivery.destination]);
    const run = runs.get(key);
    if (next === 'delivered') {
      accepted.set(key, delivery);
      runs.delete(key);
    } else if (run) run.push(settlement);
    else runs.set(key, [settlement]);
  }
  return { accepted: [...accepted.values()], runs: [...runs.values()] };
}

function rowOf(run: FailureRun) {
  const [first] = run;
  const last = run.at(-1) ?? first;
  return {
    owner: first.delivery.organizationId,
    place: first.delivery.destination,
    since: endOf(first),
    count: run.length,
    ended_at: endOf(last),
    timed_out: last.timedOut,
    status: last.attempt.status,
    reason: storable(last.attempt.error),
  };
}

/** When an attempt ended. */
export function endOf({ attempt: { startedAt, durationMs } }: Settlement): Date {
  return new Date(startedAt.getTime() + durationMs);
}
