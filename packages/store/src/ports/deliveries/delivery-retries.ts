import type { DeliveryStore } from '@gateway/core';
import { writeAudit } from '../records/audit.js';
import { batchOf } from '../../sql/batch.js';
import { allOf, among } from '../../sql/conditions.js';
import { channelOf } from './delivery-conditions.js';
import { deliveryPage } from './delivery-list.js';
import type { Port } from '../port.js';
import { deliveryEvent, appendStreamEvents, streamEventWriter } from './stream-events.js';
import type { DeliveryRow } from '../../sql/rows.js';

/** Earlier attempts no longer count: they do not advance the schedule, and a late result of one is ignored. */
const retryNow = `state = 'pending', run_at = ?, replayed_after = attempts, claimed_by = NULL, delivered_at = NULL, died_at = NULL`;

/** The part of the deliveries' port that retries deliveries on request. */
export function deliveryRetries(port: Port): Pick<DeliveryStore, 'retry' | 'retryMany' | 'retryDead'> {
  const { engine, sql, announce } = port;
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

    async retryMany(organizationId, ids, within, now, audit) {
      const [where, params] = allOf(
        ['organization_id = ?', organizationId],
        [among(engine, 'id'), JSON.stringify(ids)],
        ...channelOf(within),
        [`(state <> 'pending' OR (claimed_by IS NULL AND run_at > ?))`, now],
      );
      const retried = await sql.write(async (tx) => {
        const rows = await tx.all<Pick<DeliveryRow, 'id'>>(
          `UPDATE delivery SET ${retryNow} WHERE ${where} RETURNING id`,
          [now, ...params],
        );
        if (rows.length > 0) await writeAudit(tx, audit);
        await appendEvents(
          tx,
          rows.map(({ id }) => deliveryEvent({ organizationId, id }, now)),
        );
        return rows.length;
      });
      if (retried > 0) announce({ kind: 'delivery' });
      return retried;
    },

    async retryDead(organizationId, filter, { now, limit, before, audit }) {
      // Found before the unit of work, because some filters compare many deliveries. The update takes those that are still dead.
      const found = await deliveryPage(port, organizationId, { ...filter, state: 'dead' }, { limit, before });
      const retried = await sql.write(async (tx) => {
        const rows = await tx.all<Pick<DeliveryRow, 'id'>>(
          `UPDATE delivery SET ${retryNow} WHERE seq IN (SELECT delivery_seq FROM ${dead.table}) AND state = 'dead' RETURNING id`,
          [now, dead.parameter(found.rows.map(({ seq }) => ({ delivery_seq: seq })))],
        );
        if (rows.length > 0) await writeAudit(tx, audit);
        await appendEvents(
          tx,
          rows.map(({ id }) => deliveryEvent({ organizationId, id }, now)),
        );
        return rows.length;
      });
      if (retried > 0) announce({ kind: 'delivery' });
      return { retried, last: found.next };
    },
  };
}
