import type { Attempt, DeliveryRow, DeliveryStore, Settlement } from '@gateway/core';
import { claimStatement } from './claim-statement.js';
import type { Port } from './port.js';
import { insertInto, type Sql, type SqlValue } from './sql.js';

export function deliveryStore({ engine, sql }: Port): DeliveryStore {
  return {
    async claim(claim) {
      const claimed = await sql.all<DeliveryRow>(...claimStatement(engine, claim));
      return claimed.sort(bySeq);
    },

    async renew(claimed, until) {
      if (claimed.length === 0) return;
      await sql.write(async (tx) => {
        for (const { seq, attempts } of claimed.toSorted(bySeq)) {
          await tx.run(
            // A settled row keeps its count but no longer has a claimant.
            `UPDATE delivery SET run_at = ?
             WHERE seq = ? AND state = 'pending' AND attempts = ? AND claimed_by IS NOT NULL`,
            [until, seq, attempts],
          );
        }
      });
    },

    async settle(settlements) {
      if (settlements.length === 0) return;
      const ordered = settlements.toSorted((a, b) => bySeq(a.delivery, b.delivery));
      await sql.write(async (tx) => {
        for (const settlement of ordered) await settleOne(tx, settlement);
      });
    },

    async nextDue() {
      const next = await sql.first<{ runAt: Date }>(
        `SELECT run_at FROM delivery WHERE state = 'pending' ORDER BY run_at LIMIT 1`,
      );
      return next?.runAt ?? null;
    },

    async get(organizationId, id) {
      const params = [organizationId, id];
      const delivery = await sql.first<DeliveryRow>('SELECT * FROM delivery WHERE organization_id = ? AND id = ?', params);
      if (!delivery) return null;
      const tries = await sql.all<Attempt & { number: number }>(
        `SELECT number, started_at, duration_ms, status, error, response FROM delivery_attempt
         WHERE organization_id = ? AND delivery_id = ? ORDER BY number`,
        params,
      );
      return { ...delivery, tries };
    },
  };
}

/** Units that change several rows do so in one order, lest two instances wait for each other. */
function bySeq(a: DeliveryRow, b: DeliveryRow): number {
  return a.seq - b.seq;
}

async function settleOne(tx: Sql, settlement: Settlement): Promise<void> {
  const { delivery, attempt, next } = settlement;
  const [mine, key] = claimOf(settlement);
  if (delivery.erase && !(next instanceof Date)) {
    await tx.run(`DELETE FROM delivery WHERE ${mine}`, key);
    return;
  }
  const [assignments, values] = outcomeOf(settlement);
  const settled = await tx.run(`UPDATE delivery SET ${assignments}, lane = NULL, claimed_by = NULL WHERE ${mine}`, [
    ...values,
    ...key,
  ]);
  if (settled === 0) return;
  const { organizationId, id: deliveryId, attempts: number } = delivery;
  const [statement, params] = insertInto('delivery_attempt', { organizationId, deliveryId, number, ...attempt });
  await tx.run(`${statement} ON CONFLICT DO NOTHING`, params);
}

/** A success is true whatever happened since. A failure counts while nobody has claimed again, which raises `attempts`. */
function claimOf({ delivery, next }: Settlement): [where: string, params: SqlValue[]] {
  const row: SqlValue[] = [delivery.organizationId, delivery.id];
  if (next === 'delivered') return ['organization_id = ? AND id = ?', row];
  return [`organization_id = ? AND id = ? AND state = 'pending' AND attempts = ?`, [...row, delivery.attempts]];
}

function outcomeOf({ attempt, next }: Settlement): [assignments: string, params: SqlValue[]] {
  const endedAt = new Date(attempt.startedAt.getTime() + attempt.durationMs);
  const result = [attempt.status, attempt.error];
  if (next === 'delivered') {
    const assignments = `state = 'delivered', delivered_at = coalesce(delivered_at, ?), died_at = NULL`;
    return [`${assignments}, last_status = ?, last_error = ?`, [endedAt, ...result]];
  }
  if (next === 'dead') return [`state = 'dead', died_at = ?, last_status = ?, last_error = ?`, [endedAt, ...result]];
  return ['run_at = ?, last_status = ?, last_error = ?', [next, ...result]];
}
