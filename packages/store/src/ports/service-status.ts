import type { ServiceStatusStore } from '@gateway/core';
import type { Port } from './port.js';
import type { ChannelRow } from '../sql/rows.js';

export function serviceStatusStore({ sql }: Port): ServiceStatusStore {
  const count = async (where: string, params: readonly (string | Date)[]) =>
    (await sql.first<{ count: number }>(`SELECT count(*) AS count FROM prompt WHERE ${where}`, params))?.count ?? 0;
  return {
    async counts(organizationId, { now, answeredSince }) {
      const [channels, pending, overdue, promptsAnsweredSince] = await Promise.all([
        sql.all<Pick<ChannelRow, 'platform'> & { count: number }>(
          'SELECT platform, count(*) AS count FROM channel WHERE is_active = ? AND organization_id = ? GROUP BY platform ORDER BY platform',
          [true, organizationId],
        ),
        count(`organization_id = ? AND state = 'pending'`, [organizationId]),
        // These are few, because the background pass expires them within seconds.
        count(`state = 'pending' AND expires_at <= ? AND organization_id = ?`, [now, organizationId]),
        count(`organization_id = ? AND state = 'answered' AND answered_at >= ?`, [organizationId, answeredSince]),
      ]);
      return {
        activeChannels: Object.fromEntries(channels.map((channel) => [channel.platform, channel.count])),
        pendingPrompts: Math.max(0, pending - overdue),
        promptsAnsweredSince,
      };
    },
  };
}
