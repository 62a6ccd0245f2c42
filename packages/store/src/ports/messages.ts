import type { MessageStore, NewMessage } from '@gateway/core';
import { writeAudit } from './audit.js';
import { allOf, contains, olderThan } from '../sql/conditions.js';
import { enqueue } from './outbox.js';
import { firstSeen } from './events.js';
import type { Port } from './port.js';
import { insertInto } from '../sql/insert.js';
import type { Sql, SqlValue } from '../sql/sql.js';
import { storable } from '../sql/storable.js';
import { appendStreamEvents, type NewStreamEvent } from './stream-events.js';
import type { MessageRow, MessageSequenceRow } from '../sql/rows.js';

export function messageStore({ engine, sql, announce }: Port): MessageStore {
  return {
    async receive(event, message, { body, ...rest }) {
      const received = await sql.write(async (tx) => {
        if (!(await firstSeen(tx, event))) return false;
        const number = await nextNumber(tx, event.organizationId, rest.channelId);
        const delivery = { ...rest, body: typeof body === 'string' ? body : body(number) };
        if (message) await tx.run(...insertMessage(message));
        await enqueue(
          tx,
          delivery,
          messageEvent('message.created', message ?? { ...delivery, id: `channel/${delivery.channelId}` }),
        );
        return true;
      });
      if (received) announce({ kind: 'delivery' });
      return received;
    },

    async insert(message, audit) {
      const [statement, params] = insertMessage(message);
      const row = await sql.write(async (tx) => {
        const [inserted] = await tx.all<MessageRow>(`${statement} RETURNING *`, params);
        await appendStreamEvents(tx, messageEvent('message.sent', message));
        await writeAudit(tx, audit);
        return inserted;
      });
      announce({ kind: 'event' });
      return row as MessageRow;
    },

    get: async (organizationId, id) =>
      (await sql.first<MessageRow>('SELECT * FROM message WHERE organization_id = ? AND id = ?', [
        organizationId,
        id,
      ])) ?? null,

    async list(organizationId, filter, page) {
      const [where, params] = allOf(
        ['organization_id = ?', organizationId],
        filter.direction !== undefined && ['direction = ?', filter.direction],
        filter.channelId !== undefined && ['channel_id = ?', filter.channelId],
        filter.q !== undefined && contains(engine, ['text'], filter.q),
        olderThan('seq', page.before),
      );
      return sql.all<MessageRow>(`SELECT * FROM message WHERE ${where} ORDER BY seq DESC LIMIT ?`, [
        ...params,
        page.limit,
      ]);
    },
  };
}

/** A concurrent unit that takes a number of this channel waits until this unit ends, so numbers and deliveries have the same order. */
async function nextNumber(tx: Sql, organizationId: string, channelId: string): Promise<number> {
  const [row] = await tx.all<Pick<MessageSequenceRow, 'last'>>(
    `INSERT INTO message_sequence (organization_id, channel_id, last) VALUES (?, ?, 1)
     ON CONFLICT (organization_id, channel_id) DO UPDATE SET last = message_sequence.last + 1 RETURNING last`,
    [organizationId, channelId],
  );
  return row?.last ?? 1;
}

function insertMessage(message: NewMessage): [statement: string, params: SqlValue[]] {
  return insertInto('message', { ...message, text: storable(message.text), fromUser: storable(message.fromUser) });
}

function messageEvent(
  type: 'message.created' | 'message.sent',
  { organizationId, id, createdAt }: Pick<MessageRow, 'organizationId' | 'id' | 'createdAt'>,
): NewStreamEvent {
  return { organizationId, type, resourceId: id, at: createdAt };
}
