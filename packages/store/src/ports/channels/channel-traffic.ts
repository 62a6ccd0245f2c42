import type { ChannelTraffic } from '@gateway/core';
import { batchOf } from '../../sql/batch.js';
import { among } from '../../sql/conditions.js';
import type { SqlValue } from '../../sql/sql.js';
import type { Port } from '../port.js';

type Statement = [sql: string, params: SqlValue[]];

/** The statements about the traffic of channels. */
export function channelTraffic(engine: Port['engine']) {
  const counted = batchOf(engine, 'counted', {
    owner: 'text',
    place: 'text',
    period: 'timestamptz',
    asked: 'integer',
    answered: 'integer',
    received: 'integer',
    refused: 'integer',
  });
  const sum = (column: string) => `${column} = known.${column} + excluded.${column}`;
  // Ordered, so that two instances do not deadlock.
  const add = `
    INSERT INTO channel_traffic AS known (organization_id, channel_id, period_start, asked, answered, received, refused)
    SELECT owner, place, period, asked, answered, received, refused FROM ${counted.table} WHERE true
    ORDER BY owner, place, period
    ON CONFLICT (organization_id, channel_id, period_start)
    DO UPDATE SET ${['asked', 'answered', 'received', 'refused'].map(sum).join(', ')}`;
  return {
    add: (traffic: readonly ChannelTraffic[]): Statement => [
      add,
      [
        counted.parameter(
          traffic.map(({ organizationId, channelId, periodStart, ...counts }) => ({
            owner: organizationId,
            place: channelId,
            period: periodStart,
            ...counts,
          })),
        ),
      ],
    ],

    since: (organizationId: string, channelIds: readonly string[], since: Date): Statement => [
      `SELECT * FROM channel_traffic WHERE organization_id = ? AND ${among(engine, 'channel_id')} AND period_start >= ?
       ORDER BY channel_id, period_start`,
      [organizationId, JSON.stringify(channelIds), since],
    ],
  };
}
