import type { NewDelivery } from '@gateway/core';
import { insertInto, type Sql } from './sql.js';

/** Writes down what is owed to a receiver, within the unit of work that causes it; due at once. */
export async function enqueue(tx: Sql, delivery: NewDelivery): Promise<void> {
  await tx.run(...insertInto('delivery', { ...delivery, state: 'pending', runAt: delivery.createdAt }));
}
