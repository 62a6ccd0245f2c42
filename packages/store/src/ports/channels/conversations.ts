import type { ConversationFilter, ConversationPosition, ConversationRow, ConversationStore } from '@gateway/core';
import { allOf, among, contains, ifAmong, type Condition } from '../../sql/conditions.js';
import type { ChannelRow, MessageRow } from '../../sql/rows.js';
import type { SqlValue } from '../../sql/sql.js';
import type { Port } from '../port.js';

type Statement = [sql: string, params: SqlValue[]];

interface Page {
  readonly limit: number;
  readonly after: ConversationPosition | null;
}

/** A channel of a page. */
type Listed = ConversationRow['channel'] &
  Pick<ChannelRow, 'lastInboundAt' | 'lastOutboundAt' | 'createdAt'> & {
    readonly waitingSince: Date | null;
    /** The number of the newest message. */
    readonly lastSeq: number | null;
    readonly unreadCount?: number;
    readonly firstUnreadId?: string | null;
  };

const columns = [
  'channel_id',
  'platform',
  'target_chat_id',
  'is_active',
  'health',
  'last_inbound_at',
  'last_outbound_at',
  'created_at',
]
  .map((column) => `channel.${column}`)
  .join(', ');

export function conversationStore({ engine, sql }: Port): ConversationStore {
  const latest = engine === 'postgresql' ? 'greatest' : 'max';
  const active = `${latest}(coalesce(channel.last_inbound_at, channel.created_at), coalesce(channel.last_outbound_at, channel.created_at), channel.created_at)`;

  const matching = ({ channelId, channelIds, q }: ConversationFilter): (Condition | false | undefined)[] => [
    channelId !== undefined && ['channel.channel_id = ?', channelId],
    ifAmong(engine, 'channel.channel_id', channelIds),
    q !== undefined && contains(engine, ['channel.channel_id', 'channel.target_chat_id'], q),
  ];

  /** From the index of the times since when channels wait. */
  function waiting(organizationId: string, filter: ConversationFilter, { limit, after }: Page): Statement {
    const [where, params] = allOf(
      ['message_sequence.organization_id = ? AND message_sequence.waiting_since IS NOT NULL', organizationId],
      after !== null && [
        '(message_sequence.waiting_since, message_sequence.channel_id) > (?, ?)',
        after.at,
        after.channelId,
      ],
      [
        'channel.organization_id = message_sequence.organization_id AND channel.channel_id = message_sequence.channel_id',
      ],
      [`channel.channel_type = 'MESSAGE' AND channel.is_active = ?`, true],
      ...matching(filter),
    );
    return [
      `SELECT ${columns}, message_sequence.waiting_since AS place FROM message_sequence CROSS JOIN channel
       WHERE ${where} ORDER BY message_sequence.waiting_since, message_sequence.channel_id LIMIT ?`,
      [...params, limit],
    ];
  }

  /** The channels of an organization are few, so they are read and sorted. */
  function byActivity(organizationId: string, filter: ConversationFilter, { limit, after }: Page): Statement {
    const [where, params] = allOf(
      [`channel.organization_id = ? AND channel.channel_type = 'MESSAGE'`, organizationId],
      after !== null && [`(${active}, channel.channel_id) < (?, ?)`, after.at, after.channelId],
      ...matching(filter),
    );
    return [
      `SELECT ${columns}, ${active} AS place FROM channel WHERE ${where}
       ORDER BY place DESC, channel.channel_id DESC LIMIT ?`,
      [...params, limit],
    ];
  }

  return {
    async list(organizationId, filter, page, reader) {
      const [some, params] = (filter.waiting ? waiting : byActivity)(organizationId, filter, page);
      const direction = filter.waiting ? 'ASC' : 'DESC';
      // Computed after the limit, for the channels of the page only. Each value is one lookup in an index.
      const channels = await sql.all<Listed>(
        `WITH page AS MATERIALIZED (${some})${reader === null ? '' : readTo}
         SELECT page.*,
           (SELECT message_sequence.waiting_since FROM message_sequence
            WHERE message_sequence.organization_id = ? AND message_sequence.channel_id = page.channel_id) AS waiting_since,
           (SELECT max(m.seq) FROM message m WHERE m.organization_id = ? AND m.channel_id = page.channel_id) AS last_seq
           ${reader === null ? '' : unread}
         FROM ${reader === null ? 'page' : 'read_page AS page'} ORDER BY place ${direction}, channel_id ${direction}`,
        reader === null
          ? [...params, organizationId, organizationId]
          : [
              ...params,
              organizationId,
              organizationId,
              reader.operatorId,
              organizationId,
              reader.operatorId,
              organizationId,
              organizationId,
              organizationId,
              reader.counted,
              organizationId,
            ],
      );
      const seqs = channels.flatMap(({ lastSeq }) => lastSeq ?? []);
      const messages = await sql.all<MessageRow>(`SELECT * FROM message WHERE ${among(engine, 'seq', 'bigint')}`, [
        JSON.stringify(seqs),
      ]);
      const bySeq = new Map(messages.map((message) => [message.seq, message as ConversationRow['lastMessage']]));
      return channels.map(({ channelId, platform, targetChatId, isActive, health, ...found }) => ({
        channel: { channelId, platform, targetChatId, isActive, health },
        lastMessage: (found.lastSeq !== null && bySeq.get(found.lastSeq)) || null,
        waitingSince: isActive ? found.waitingSince : null,
        activeAt: [found.lastInboundAt, found.lastOutboundAt].reduce(later, found.createdAt),
        unreadCount: found.unreadCount ?? null,
        firstUnreadId: found.firstUnreadId ?? null,
      }));
    },

    async markRead({ organizationId, operatorId }, messageId) {
      // The lock keeps the operator until the row is there, so that a removal deletes it.
      await sql.run(
        `INSERT INTO conversation_read (organization_id, operator_id, channel_id, read_to)
         SELECT m.organization_id, o.id, m.channel_id, m.seq FROM message m CROSS JOIN operator o
         WHERE m.organization_id = ? AND m.id = ? AND o.organization_id = ? AND o.id = ?
         ${engine === 'postgresql' ? 'FOR SHARE OF o' : ''}
         ON CONFLICT (organization_id, operator_id, channel_id)
         DO UPDATE SET read_to = excluded.read_to WHERE conversation_read.read_to < excluded.read_to`,
        [organizationId, messageId, organizationId, operatorId],
      );
    },
  };
}

const later = (a: Date, b: Date | null) => (b !== null && b > a ? b : a);

/** How far an operator has read each channel of the page. Of one that was never opened, to the last message before the operator's account. */
const readTo = `, known AS MATERIALIZED (
  SELECT coalesce((
    SELECT m.seq FROM message m WHERE m.organization_id = ? AND m.direction = 'inbound' AND m.created_at < (
      SELECT o.created_at FROM operator o WHERE o.organization_id = ? AND o.id = ?)
    ORDER BY m.created_at DESC LIMIT 1), 0) AS seq
), read_page AS MATERIALIZED (
  SELECT page.*, coalesce((
    SELECT r.read_to FROM conversation_read r
    WHERE r.organization_id = ? AND r.operator_id = ? AND r.channel_id = page.channel_id), (SELECT seq FROM known)) AS read_to
  FROM page
)`;

/** What the operator has not read of a channel: a bounded number of entries of an index. */
const unreadMessages = `FROM message m
  WHERE m.organization_id = ? AND m.channel_id = page.channel_id AND m.direction = 'inbound' AND m.seq > page.read_to`;
const unread = `,
  (SELECT count(*) FROM (SELECT 1 ${unreadMessages} LIMIT ?) AS few) AS unread_count,
  (SELECT m.id ${unreadMessages} ORDER BY m.seq LIMIT 1) AS first_unread_id`;
