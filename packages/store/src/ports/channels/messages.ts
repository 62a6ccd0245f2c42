import type { ListedMessage, MessageStore, NewMessage } from '@gateway/core';
import { auditStep, writeAudit } from '../records/audit.js';
import { mergedPages } from './channel-pages.js';
import { allOf, ifAmong, olderThan, type Condition } from '../../sql/conditions.js';
import { deliveryStep } from '../deliveries/outbox.js';
import { eventStep } from '../deliveries/events.js';
import type { Port } from '../port.js';
import { Expression, insertInto } from '../../sql/insert.js';
import { listings, wholeRows, type Listing } from '../../sql/json-record.js';
import type { SqlValue } from '../../sql/sql.js';
import { runUnit, type Step } from '../../sql/steps.js';
import { storable } from '../../sql/storable.js';
import { deliveryEvent, streamEventStep, type NewStreamEvent } from '../deliveries/stream-events.js';
import { searchTexts } from '../figures/text-search.js';
import type { MessageRow } from '../../sql/rows.js';

export function messageStore(port: Port): MessageStore {
  const { engine, sql, announce } = port;
  const eventsAfter = streamEventStep(engine);
  const listed = listings(engine, 'seq', new Set<keyof MessageRow>(['createdAt']));
  return {
    async receive(event, message, { body, ...rest }) {
      const [before, after] = typeof body === 'string' ? [body, null] : body;
      const delivery = {
        ...rest,
        body: after === null ? before : new Expression('? || CAST(numbered.last AS text) || ?', before, after),
      };
      const received = messageEvent('message.created', message ?? { ...rest, id: `channel/${rest.channelId}` });
      const { seen } = await runUnit<{ seen: object }>(port, [
        eventStep(event),
        numberStep(event.organizationId, rest.channelId, event.at),
        ...(message ? [messageStep(message, 'numbered')] : []),
        // After the number: a concurrent unit waits for it, so numbers and deliveries have the same order.
        deliveryStep('numbered', delivery),
        eventsAfter('numbered', [received, deliveryEvent(rest, rest.createdAt)]),
      ]);
      if (seen) announce({ kind: 'delivery', lane: rest.lane });
      return seen !== undefined;
    },

    async insert(message, audit) {
      const step = messageStep(message);
      const { stored } = await runUnit<{ stored: MessageRow }>(port, [
        { ...step, statement: `${step.statement} RETURNING *` },
        repliedStep(message.organizationId, message.channelId),
        ...(audit ? [auditStep('stored', audit)] : []),
        eventsAfter('stored', [messageEvent('message.sent', message)]),
      ]);
      announce({ kind: 'event' });
      return stored as MessageRow;
    },

    async replied(organizationId, channelId, audit) {
      const { statement, params } = repliedStep(organizationId, channelId);
      await sql.write(async (tx) => {
        await tx.run(statement, params);
        await writeAudit(tx, audit);
      });
    },

    get: async (organizationId, id) =>
      (await sql.first<MessageRow>('SELECT * FROM message WHERE organization_id = ? AND id = ?', [
        organizationId,
        id,
      ])) ?? null,

    async newer({ organizationId, channelId, seq }, count) {
      const [row] = await sql.all<Pick<MessageRow, 'seq'>>(
        `SELECT seq FROM message WHERE organization_id = ? AND channel_id = ? AND seq > ? ORDER BY seq LIMIT 1 OFFSET ?`,
        [organizationId, channelId, seq, count],
      );
      return row?.seq ?? null;
    },

    list: (...asked) => rows<MessageRow>(wholeRows, ...asked),

    listAs: (shape, ...asked) => rows<ListedMessage>(listed(shape), ...asked),
  };

  async function rows<Row>(
    as: Listing,
    ...[organizationId, filter, page]: Parameters<MessageStore['list']>
  ): Promise<Row[]> {
    const conditions = [
      ['organization_id = ?', organizationId],
      filter.direction !== undefined && ['direction = ?', filter.direction],
      filter.channelId !== undefined && ['channel_id = ?', filter.channelId],
      ifAmong(engine, 'channel_id', filter.q === undefined ? undefined : filter.channelIds),
      olderThan('seq', page.before),
    ] satisfies (Condition | false | undefined)[];
    const newest = (limit: number, ...more: Condition[]): [string, SqlValue[]] => {
      const [where, params] = allOf(...conditions, ...more);
      return [`SELECT * FROM message WHERE ${where} ORDER BY seq DESC LIMIT ?`, [...params, limit]];
    };
    if (filter.q === undefined) {
      const { channelIds } = filter;
      const inChannel = (id: string) => newest(page.limit, ['channel_id = ?', id]);
      const statement = channelIds ? mergedPages(channelIds, inChannel, 'seq', page.limit) : newest(page.limit);
      return sql.all<Row>(...as(statement));
    }
    const list = { table: 'message', position: 'seq', organizationId, newest, conditions } as const;
    return searchTexts<Row>({ engine, sql }, list, filter.q, page.limit, { signal: filter.signal, as });
  }
}

/** The step that takes the next number of a channel for a new event. A concurrent unit that takes one waits here until this one ends. */
function numberStep(organizationId: string, channelId: string, at: Date): Step {
  return {
    name: 'numbered',
    statement: `
      INSERT INTO message_sequence (organization_id, channel_id, last, waiting_since) SELECT ?, ?, 1, ? FROM seen WHERE true
      ON CONFLICT (organization_id, channel_id) DO UPDATE SET last = message_sequence.last + 1,
        waiting_since = coalesce(message_sequence.waiting_since, excluded.waiting_since) RETURNING last`,
    params: [organizationId, channelId, at],
  };
}

/** The step after which nothing in a channel waits for a reply. */
function repliedStep(organizationId: string, channelId: string): Step {
  return {
    name: 'replied',
    statement: `
      UPDATE message_sequence SET waiting_since = NULL
      WHERE organization_id = ? AND channel_id = ? AND waiting_since IS NOT NULL`,
    params: [organizationId, channelId],
  };
}

function messageStep(message: NewMessage, after?: string): Step {
  const row = {
    ...message,
    text: storable(message.text),
    fromUser: storable(message.fromUser),
    fromName: storable(message.fromName ?? null),
  };
  const [statement, params] = insertInto('message', row, after === undefined ? after : new Expression(after));
  return { name: 'stored', statement, params };
}

function messageEvent(
  type: 'message.created' | 'message.sent',
  { organizationId, id, createdAt }: Pick<MessageRow, 'organizationId' | 'id' | 'createdAt'>,
): NewStreamEvent {
  return { organizationId, type, resourceId: id, at: createdAt };
}
