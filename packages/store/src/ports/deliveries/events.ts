import type { EventKey, InboundEventStore } from '@gateway/core';
import type { Port } from '../port.js';
import type { Sql } from '../../sql/sql.js';
import type { Step } from '../../sql/steps.js';

export function inboundEventStore({ sql }: Port): InboundEventStore {
  return { first: (event) => firstSeen(sql, event) };
}

type NewEvent = EventKey & { readonly organizationId: string; readonly at: Date };

/**
 * The step that records an event, once the step `after` has returned a row, if there is one. It returns no row for an event that was
 * recorded before. A concurrent unit with the same event waits here until this one ends.
 */
export function eventStep({ organizationId, account, eventId, at }: NewEvent, after?: string): Step {
  const values = after === undefined ? 'VALUES (?, ?, ?, ?)' : `SELECT ?, ?, ?, ? FROM ${after} WHERE true`;
  return {
    name: 'seen',
    statement: `
      INSERT INTO inbound_event (organization_id, account, event_id, received_at) ${values}
      ON CONFLICT DO NOTHING RETURNING event_id`,
    params: [organizationId, account, eventId, at],
  };
}

/** Records the event; false: it was recorded before. */
export async function firstSeen(tx: Sql, event: NewEvent): Promise<boolean> {
  const { statement, params } = eventStep(event);
  return (await tx.first(statement, params)) !== undefined;
}
