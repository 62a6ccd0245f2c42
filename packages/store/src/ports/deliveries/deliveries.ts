import type { DeliveryStore } from '@gateway/core';
import { claimStatement } from './claim-statement.js';
import { isPending } from './delivery-conditions.js';
import { deadCount, deliveryPage } from './delivery-list.js';
import { deliveryRetries } from './delivery-retries.js';
import type { Port } from '../port.js';
import { settlementsOn } from '../prompts/settlements.js';
import type { DeliveryRow, DeliveryAttemptRow, FailingReceiverRow } from '../../sql/rows.js';

const nothingSettled = { failing: [], recovered: [], accepting: false, laneContinues: false };

export function deliveryStore(port: Port): DeliveryStore {
  const { engine, sql, announce, scheduleWalTruncate } = port;
  const settlements = settlementsOn(engine);
  return {
    ...deliveryRetries(port),

    async claim(claim) {
      const claimed = await sql.all<DeliveryRow>(...claimStatement(engine, claim));
      return claimed.sort((a, b) => a.seq - b.seq);
    },

    renew: (claimed, until) => settlements.renew(sql, claimed, until),

    async settle(ended, related = { released: [], endedLanes: [] }) {
      if (ended.length + related.released.length === 0) return nothingSettled;
      const { erased, ...settled } = await settlements.settle(sql, ended, related);
      if (erased) scheduleWalTruncate();
      announce({ kind: 'event' });
      return settled;
    },

    // The inner order is that of the index. It also puts reported receivers first, so the limit removes none of them in favor of others.
    failingReceivers: (organizationId, limit) =>
      sql.all<FailingReceiverRow>(
        `SELECT * FROM (
           SELECT * FROM failing_receiver WHERE organization_id = ?
           ORDER BY reported_at NULLS LAST, failing_since LIMIT ?
         ) AS found
         ORDER BY reported_at IS NULL, failing_since, destination`,
        [organizationId, limit],
      ),

    async nextDue(after = new Date(0)) {
      const next = await sql.first<Pick<DeliveryRow, 'runAt'>>(
        `SELECT run_at FROM delivery WHERE ${isPending()} AND run_at > ? ORDER BY run_at LIMIT 1`,
        [after],
      );
      return next?.runAt ?? null;
    },

    list: (organizationId, filter, page) => deliveryPage(port, organizationId, filter, page),

    countDead: (organizationId, filter) => deadCount(port, organizationId, filter),

    async get(organizationId, id) {
      const params = [organizationId, id];
      const delivery = await sql.first<DeliveryRow>(
        'SELECT * FROM delivery WHERE organization_id = ? AND id = ?',
        params,
      );
      if (!delivery) return null;
      const tries = await sql.all<Omit<DeliveryAttemptRow, 'organizationId' | 'deliveryId'>>(
        `SELECT number, started_at, duration_ms, status, error, response FROM delivery_attempt
         WHERE organization_id = ? AND delivery_id = ? ORDER BY number`,
        params,
      );
      return { ...delivery, tries };
    },
  };
}
