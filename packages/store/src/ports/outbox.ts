import type { NewDelivery } from '@gateway/core';
import { batchOf } from '../sql/batch.js';
import type { Database } from '../open.js';
import { insertInto } from '../sql/insert.js';
import type { Sql } from '../sql/sql.js';
import { deliveryEvent, appendStreamEvents, type NewStreamEvent } from './stream-events.js';

/**
 * Inserts a delivery, due at once, within the unit of work that causes it and at its end. Appends the stream events of the
 * causes and of the delivery.
 */
export async function enqueue(tx: Sql, delivery: NewDelivery, ...causes: readonly NewStreamEvent[]): Promise<void> {
  await tx.run(...insertInto('delivery', { ...delivery, state: 'pending', runAt: delivery.createdAt }));
  await appendStreamEvents(tx, ...causes, deliveryEvent(delivery, delivery.createdAt));
}

/** Inserts any number of deliveries, also none, in one statement. Appends no stream events. */
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
