import type { ChannelTraffic } from '@gateway/core';
import { addCounts } from '../../sql/add-counts.js';
import { among } from '../../sql/conditions.js';
import type { SqlValue } from '../../sql/sql.js';
import type { Port } from '../port.js';

type Statement = [sql: string, params: SqlValue[]];

/** The statements about the traffic of channels. */
export function channelTraffic(engine: Port['engine']) {
  const add = addCounts(engine, 'channel_traffic', 'channel_id', ['asked', 'answered', 'received', 'refused']);
  return {
    add: (traffic: readonly ChannelTraffic[]): Statement =>
      add(
        traffic.map(({ organizationId, channelId, periodStart, ...counts }) => ({
          owner: organizationId,
          place: channelId,
          period: periodStart,
          ...counts,
        })),
      ),

    since: (organizationId: string, channelIds: readonly string[], since: Date): Statement => [
      `SELECT * FROM channel_traffic WHERE organization_id = ? AND ${among(engine, 'channel_id')} AND period_start >= ?
       ORDER BY channel_id, period_start`,
      [organizationId, JSON.stringify(channelIds), since],
    ],
  };
}
