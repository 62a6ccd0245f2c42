import type { ChannelChange, ChannelRow, ChannelStore } from '@gateway/core';
import { writeAudit } from './audit.js';
import { allOf, among, contains, olderThan } from './conditions.js';
import type { Port } from './port.js';
import { insertInto, snakeCase, type SqlValue } from './sql.js';
import { storable } from './storable.js';
import { channelEvent, tell, tellerOn } from './stream-events.js';

export function channelStore({ engine, sql, announce }: Port): ChannelStore {
  const tellAll = tellerOn(engine);
  return {
    async insert(channel, audit) {
      const [statement, params] = insertInto('channel', { ...channel, isActive: true, updatedAt: channel.createdAt });
      const inserted = await sql.write(async (tx) => {
        const isNew = (await tx.run(`${statement} ON CONFLICT DO NOTHING`, params)) === 1;
        if (!isNew) return false;
        await writeAudit(tx, audit);
        await tell(tx, channelEvent(channel.organizationId, channel.channelId, channel.createdAt));
        return true;
      });
      if (inserted) announce({ kind: 'channel', organizationId: channel.organizationId, id: channel.channelId });
      return inserted;
    },

    get: async (organizationId, channelId) =>
      (await sql.first<ChannelRow>('SELECT * FROM channel WHERE organization_id = ? AND channel_id = ?', [
        organizationId,
        channelId,
      ])) ?? null,

    async list(organizationId, filter, page) {
      const [where, params] = allOf(
        ['organization_id = ?', organizationId],
        filter.platform !== undefined && ['platform = ?', filter.platform],
        filter.channelType !== undefined && ['channel_type = ?', filter.channelType],
        filter.isActive !== undefined && ['is_active = ?', filter.isActive],
        filter.health === 'inactive' && ['is_active = ?', false],
        filter.health !== undefined &&
          filter.health !== 'inactive' && ['is_active = ? AND health = ?', true, filter.health],
        filter.q !== undefined && contains(engine, ['channel_id', 'target_chat_id'], filter.q),
        olderThan('seq', page.before),
      );
      return sql.all(`SELECT * FROM channel WHERE ${where} ORDER BY seq DESC LIMIT ?`, [...params, page.limit]);
    },

    async update(organizationId, channelId, revision, change, audit) {
      const [assignments, params] = assign(change);
      const changed = await sql.write(async (tx) => {
        const rows = await tx.run(
          `UPDATE channel SET ${assignments}, revision = revision + 1
           WHERE organization_id = ? AND channel_id = ? AND revision = ?`,
          [...params, organizationId, channelId, revision],
        );
        if (rows === 0) return false;
        await writeAudit(tx, audit);
        await tell(tx, channelEvent(organizationId, channelId, change.updatedAt));
        return true;
      });
      if (changed) announce({ kind: 'channel', organizationId, id: channelId });
      return changed;
    },

    active: () => sql.all('SELECT * FROM channel WHERE is_active = ? ORDER BY seq', [true]),

    async setHealth(organizationId, channelIds, { state, detail: said, at }) {
      const detail = storable(said);
      const changed = await sql.write(async (tx) => {
        const rows = await tx.all<{ channelId: string }>(
          `UPDATE channel SET health = ?, health_detail = ?, health_since = CASE WHEN health = ? THEN health_since ELSE ? END
           WHERE organization_id = ? AND ${among(engine, 'channel_id')}
             AND (health <> ? OR health_detail IS DISTINCT FROM ?)
           RETURNING channel_id`,
          [state, detail, state, at, organizationId, JSON.stringify(channelIds), state, detail],
        );
        await tellAll(
          tx,
          rows.map(({ channelId }) => channelEvent(organizationId, channelId, at)),
        );
        return rows.length > 0;
      });
      if (changed) announce({ kind: 'event' });
    },

    async touch(activity) {
      if (activity.length === 0) return;
      // In one order, lest two instances wait for each other.
      const ordered = activity.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
      await sql.write(async (tx) => {
        for (const { organizationId, channelId, inboundAt, outboundAt } of ordered) {
          await tx.run(
            `UPDATE channel SET
               last_inbound_at = CASE WHEN last_inbound_at > ? THEN last_inbound_at ELSE coalesce(?, last_inbound_at) END,
               last_outbound_at = CASE WHEN last_outbound_at > ? THEN last_outbound_at ELSE coalesce(?, last_outbound_at) END
             WHERE organization_id = ? AND channel_id = ?`,
            [inboundAt, inboundAt, outboundAt, outboundAt, organizationId, channelId],
          );
        }
      });
    },
  };
}

function assign(change: ChannelChange): [assignments: string, params: SqlValue[]] {
  const fields = Object.entries(change).filter((entry): entry is [string, SqlValue] => entry[1] !== undefined);
  return [fields.map(([field]) => `${snakeCase(field)} = ?`).join(', '), fields.map(([, value]) => value)];
}

function keyOf({ organizationId, channelId }: { organizationId: string; channelId: string }): string {
  return `${organizationId}/${channelId}`;
}
