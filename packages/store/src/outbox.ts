import type { NewDelivery } from '@gateway/core';
import { insertInto, type Sql } from './sql.js';
import { deliveryEvent, tell, type NewStreamEvent } from './stream-events.js';

/**
 * Writes down what is owed to a receiver, within the unit of work that causes it and at its end; due at once. Readers of the
 * event stream are told of the causes and of the delivery.
 */
export async function enqueue(tx: Sql, delivery: NewDelivery, ...causes: readonly NewStreamEvent[]): Promise<void> {
  await insertDelivery(tx, delivery);
  await tell(tx, ...causes, deliveryEvent(delivery, delivery.createdAt));
}

/** The same without telling. */
export async function insertDelivery(tx: Sql, delivery: NewDelivery): Promise<void> {
  await tx.run(...insertInto('delivery', { ...delivery, state: 'pending', runAt: delivery.createdAt }));
}
