import type { NewDelivery, StreamEventStore } from '@gateway/core';
import { batchOf } from '../../sql/batch.js';
import type { Port } from '../port.js';
import type { Sql } from '../../sql/sql.js';
import type { Step } from '../../sql/steps.js';
import { openTail } from './stream-tail.js';
import type { FailingReceiverRow, StreamEventRow, OrganizationRow } from '../../sql/rows.js';

export type NewStreamEvent = Omit<StreamEventRow, 'seq'>;

export function streamEventStore(port: Port): StreamEventStore {
  const { sql } = port;
  return {
    async newest() {
      const row = await sql.first<Pick<StreamEventRow, 'seq'>>(
        'SELECT seq FROM stream_event ORDER BY seq DESC LIMIT 1',
      );
      return row?.seq ?? 0;
    },

    async removedTo(organizationId) {
      const row = await sql.first<Pick<OrganizationRow, 'eventsRemovedTo'>>(
        'SELECT events_removed_to FROM organization WHERE id = ?',
        [organizationId],
      );
      return row?.eventsRemovedTo ?? 0;
    },

    page: (organizationId, after, upTo, limit) =>
      sql.all<StreamEventRow>(
        'SELECT * FROM stream_event WHERE organization_id = ? AND seq > ? AND seq <= ? ORDER BY seq LIMIT ?',
        [organizationId, after, upTo, limit],
      ),

    tail: (signal) => openTail(port, signal),
  };
}

/**
 * Appends any number of events, also none, within the unit of work that causes them and at its end: an event gets its
 * number here, and readers of the stream wait for units that have taken a number and have not ended.
 */
export function streamEventWriter(
  engine: Port['engine'],
): (tx: Sql, events: readonly NewStreamEvent[]) => Promise<void> {
  const appended = appendedOn(engine);
  const statement = `${append} happened_at FROM ${appended.table}`;
  return async (tx, events) => {
    if (events.length > 0) await tx.run(statement, [appended.parameter(events.map(columnsOf))]);
  };
}

/** Appends events to the stream. See `streamEventWriter`. */
export async function appendStreamEvents(tx: Sql, ...events: readonly NewStreamEvent[]): Promise<void> {
  const marks = events.map(() => '(?, ?, ?, ?)').join(', ');
  await tx.run(
    `INSERT INTO stream_event (organization_id, type, resource_id, at) VALUES ${marks}`,
    events.flatMap(({ organizationId, type, resourceId, at }) => [organizationId, type, resourceId, at]),
  );
}

/** An event at the time when the row of a step was created. */
type CreationEvent = Omit<NewStreamEvent, 'at'> & { readonly at: null };

/**
 * The step that appends events once the step `after` has returned a row: they get their numbers after its change. `where`
 * selects events by `happened_at`, their time, and by the row.
 */
export function streamEventStep(
  engine: Port['engine'],
): (after: string, events: readonly (NewStreamEvent | CreationEvent)[], where?: string) => Step {
  const appended = appendedOn(engine);
  return (after, events, where = 'true') => {
    const at = events.some((event) => event.at === null) ? `coalesce(happened_at, ${after}.created_at)` : 'happened_at';
    return {
      name: 'appended_events',
      statement: `${append} ${at} FROM ${after}, ${appended.table} WHERE ${where}`,
      params: [appended.parameter(events.map(columnsOf))],
    };
  };
}

const append = 'INSERT INTO stream_event (organization_id, type, resource_id, at) SELECT owner, kind, resource,';

const appendedOn = (engine: Port['engine']) =>
  batchOf(engine, 'appended', { owner: 'text', kind: 'text', resource: 'text', happened_at: 'timestamptz' });

function columnsOf({ organizationId, type, resourceId, at }: NewStreamEvent | CreationEvent) {
  return { owner: organizationId, kind: type, resource: resourceId, happened_at: at };
}

export function promptEvent<At extends Date | null>(
  type: Extract<StreamEventRow['type'], `prompt.${string}`>,
  { organizationId, num }: { organizationId: string; num: number },
  at: At,
) {
  return { organizationId, type, resourceId: String(num), at };
}

export function deliveryEvent(
  { organizationId, id }: Pick<NewDelivery, 'organizationId' | 'id'>,
  at: Date,
): NewStreamEvent {
  return { organizationId, type: 'delivery.updated', resourceId: id, at };
}

export function receiverEvent(
  type: Extract<StreamEventRow['type'], `delivery.receiver_${string}`>,
  { organizationId, destination }: Pick<FailingReceiverRow, 'organizationId' | 'destination'>,
  at: Date,
): NewStreamEvent {
  return { organizationId, type, resourceId: destination, at };
}

export function channelEvent(organizationId: string, channelId: string, at: Date): NewStreamEvent {
  return { organizationId, type: 'channel.updated', resourceId: channelId, at };
}
