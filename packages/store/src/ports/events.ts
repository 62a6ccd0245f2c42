import type { EventKey, InboundEventStore } from '@gateway/core';
import type { Port } from './port.js';
import type { Sql } from '../sql/sql.js';

export function inboundEventStore({ sql }: Port): InboundEventStore {
  return { first: (event) => firstSeen(sql, event) };
}

/** Records the event; false: it was recorded before. A concurrent unit with the same event waits here until this one ends. */
export async function firstSeen(
  tx: Sql,
  { organizationId, account, eventId, at }: EventKey & { organizationId: string; at: Date },
): Promise<boolean> {
  const inserted = await tx.run(
    `INSERT INTO inbound_event (organization_id, account, event_id, received_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    [organizationId, account, eventId, at],
  );
  return inserted === 1;
}
