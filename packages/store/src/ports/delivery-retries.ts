import type { DeliveryStore } from '@gateway/core';
import { writeAudit } from './audit.js';
import { batchOf } from '../sql/batch.js';
import { deliveryList } from './delivery-list.js';
import type { Port } from './port.js';
import { deliveryEvent, appendStreamEvents, streamEventWriter } from './stream-events.js';
import type { DeliveryRow } from '../sql/rows.js';

/** Earlier attempts no longer count: they do not advance the schedule, and a late result of one is ignored. */
const retryNow = `state = 'pending', run_at = ?, replayed_after = attempts, claimed_by = NULL, delivered_at = NULL, died_at = NULL`;

/** The part of the deliveries' port that retries deliveries on request. */
export function deliveryRetries({ engine, sql, announce }: Port): Pick<DeliveryStore, 'retry' | 'retryDead'> {
  const appendEvents = streamEventWriter(engine);
  const dead = batchOf(engine, 'dead', { delivery_seq: 'bigint' });
  return {
    async retry(organizationId, id, now, audit) {
      const retried = await sql.write(async (tx) => {
        const delivery = await tx.first<DeliveryRow>(
          `UPDATE delivery SET ${retryNow}
           WHERE organization_id = ? AND id = ? AND (state <> 'pending' OR (claimed_by IS NULL AND run_at > ?))
           RETURNING *`,
          [now, organizationId, id, now],
        );
        if (!delivery) return null;
        await writeAudit(tx, audit);
        await appendStreamEvents(tx, deliveryEvent({ organizationId, id }, now));
        return delivery;
      });
      if (retried) announce({ kind: 'delivery' });
      return retried;
    },

    async retryDead(organizationId, filter, { now, limit, before, audit }) {
      const batch = await sql.write(async (tx) => {
        const found = await tx.all<Pick<DeliveryRow, 'seq'>>(
          ...deliveryList(organizationId, { ...filter, state: 'dead' }, { limit, before }),
        );
        const retried = await tx.all<Pick<DeliveryRow, 'id'>>(
          `UPDATE delivery SET ${retryNow} WHERE seq IN (SELECT delivery_seq FROM ${dead.table}) AND state = 'dead' RETURNING id`,
          [now, dead.parameter(found.map(({ seq }) => ({ delivery_seq: seq })))],
        );
        if (retried.length > 0) await writeAudit(tx, audit);
        await appendEvents(
          tx,
          retried.map(({ id }) => deliveryEvent({ organizationId, id }, now)),
        );
        return { retried: retried.length, last: found.length < limit ? null : (found.at(-1)?.seq ?? null) };
      });
      if (batch.retried > 0) announce({ kind: 'delivery' });
      return batch;
    },
  };
}
