import type { ServiceStatusStore } from '@gateway/core';
import { answeredCounts } from './answered-counts.js';
import type { Port } from './port.js';
import type { ChannelRow } from '../sql/rows.js';

export function serviceStatusStore(port: Port): ServiceStatusStore {
  const { sql } = port;
  const answeredSince = answeredCounts(port);
  // One statement reads one snapshot: a prompt that expires meanwhile is not counted twice or missed. The overdue prompts are
  // few, because the background pass expires them within seconds.
  const prompts = `
    SELECT
      (SELECT count(*) FROM prompt WHERE organization_id = ? AND state = 'pending') AS pending,
      (SELECT count(*) FROM prompt WHERE state = 'pending' AND expires_at <= ? AND organization_id = ?) AS overdue`;
  return {
    async counts(organizationId, { now, answeredSince: since }) {
      const [channels, counted, answered] = await Promise.all([
        sql.all<Pick<ChannelRow, 'platform'> & { count: number }>(
          'SELECT platform, count(*) AS count FROM channel WHERE is_active = ? AND organization_id = ? GROUP BY platform ORDER BY platform',
          [true, organizationId],
        ),
        sql.first<{ pending: number; overdue: number }>(prompts, [organizationId, now, organizationId]),
        answeredSince(organizationId, since, now),
      ]);
      const { pending = 0, overdue = 0 } = counted ?? {};
      return {
        activeChannels: Object.fromEntries(channels.map((channel) => [channel.platform, channel.count])),
        pendingPrompts: pending - overdue,
        promptsAnsweredSince: answered,
      };
    },
  };
}
