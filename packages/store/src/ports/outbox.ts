import type { NewDelivery } from '@gateway/core';
import { batchOf } from '../sql/batch.js';
import type { Database } from '../open.js';
import { Expression, insertInto } from '../sql/insert.js';
import type { DeliveryRow } from '../sql/rows.js';
import type { Sql } from '../sql/sql.js';
import { deliveryEvent, appendStreamEvents, type NewStreamEvent } from './stream-events.js';

/**
 * Inserts a delivery, due at once or claimed, within the unit of work that causes it and at its end. Appends the stream
 * events of the causes and of the delivery. Returns the row if it was inserted as claimed.
 */
export async function enqueue(
  tx: Sql,
  delivery: NewDelivery,
  ...causes: readonly NewStreamEvent[]
): Promise<DeliveryRow | null> {
  const [statement, params] = insertDelivery(delivery);
  const [row] = await tx.all<DeliveryRow>(`${statement} RETURNING *`, params);
  await appendStreamEvents(tx, ...causes, deliveryEvent(delivery, delivery.createdAt));
  return row && row.attempts > 0 ? row : null;
}

function insertDelivery({ claim, ...delivery }: NewDelivery) {
  const row = { ...delivery, state: 'pending' };
  if (!claim || delivery.lane !== null) return insertInto('delivery', { ...row, runAt: delivery.createdAt });
  return insertInto(
    'delivery',
    {
      ...row,
      // PostgreSQL needs the type; for SQLite it is a number.
      runAt: new Expression(
        'CASE WHEN receiver.timed_out THEN CAST(? AS timestamptz) ELSE ? END',
        delivery.createdAt,
        claim.until,
      ),
      attempts: new Expression('CASE WHEN receiver.timed_out THEN 0 ELSE 1 END'),
      claimedBy: new Expression('CASE WHEN receiver.timed_out THEN NULL ELSE ? END', claim.holder),
    },
    new Expression(
      '(SELECT EXISTS (SELECT 1 FROM failing_receiver r WHERE r.destination = ? AND r.timed_out) AS timed_out) AS receiver',
      delivery.destination,
    ),
  );
}

/** Inserts any number of deliveries, also none, in one statement, due at once. Appends no stream events. */
export function deliveryInserter(
  engine: Database['engine'],
): (tx: Sql, deliveries: readonly NewDelivery[]) => Promise<void> {
  const columns = {
    organization_id: 'text',
    id: 'text',
    event_type: 'text',
    channel_id: 'text',
    prompt_num: 'integer',
    message_id: 'text',
    url: 'text',
    destination: 'text',
    body: 'text',
    signed: 'boolean',
    erase: 'boolean',
    lane: 'text',
    created_at: 'timestamptz',
  } as const;
  const names = Object.keys(columns).join(', ');
  const inserted = batchOf(engine, 'inserted', columns);
  const statement = `
    INSERT INTO delivery (${names}, state, run_at) SELECT ${names}, 'pending', created_at FROM ${inserted.table}`;
  return async (tx, deliveries) => {
    if (deliveries.length === 0) return;
    const rows = deliveries.map((delivery) => ({
      organization_id: delivery.organizationId,
      id: delivery.id,
      event_type: delivery.eventType,
      channel_id: delivery.channelId,
      prompt_num: delivery.promptNum,
      message_id: delivery.messageId,
      url: delivery.url,
      destination: delivery.destination,
      body: delivery.body,
      signed: delivery.signed,
      erase: delivery.erase,
      lane: delivery.lane,
      created_at: delivery.createdAt,
    }));
    await tx.run(statement, [inserted.parameter(rows)]);
  };
}
