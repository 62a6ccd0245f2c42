import type { MetricsStore } from '@gateway/core';
import type { Port } from '../port.js';
import type { ChannelRow, DeliveryRow } from '../../sql/rows.js';

export function metricsStore({ sql: { background } }: Port): MetricsStore {
  const countBy = async (table: 'prompt' | 'delivery', state: string) => {
    // The index of deliveries by state has none that was delivered.
    const more = table === 'delivery' ? 'AND delivered_at IS NULL' : '';
    const counted = `SELECT count(*) AS count FROM ${table} WHERE state = ? ${more}`;
    const [row] = await background.all<{ count: number }>(counted, [state]);
    return row?.count ?? 0;
  };
  return {
    async read() {
      const [pending, answered, expired, channels, pendingDeliveries, dead, [oldest]] = await Promise.all([
        countBy('prompt', 'pending'),
        countBy('prompt', 'answered'),
        countBy('prompt', 'expired'),
        background.all<Pick<ChannelRow, 'platform' | 'health'> & { count: number }>(
          'SELECT platform, health, count(*) AS count FROM channel WHERE is_active = ? GROUP BY platform, health ORDER BY platform, health',
          [true],
        ),
        countBy('delivery', 'pending'),
        countBy('delivery', 'dead'),
        // One lookup per organization, because the index starts with the organization.
        background.all<Pick<DeliveryRow, 'createdAt'>>(
          `SELECT d.created_at FROM organization o
           JOIN delivery d ON d.seq = (SELECT seq FROM delivery WHERE organization_id = o.id AND state = 'pending' ORDER BY seq LIMIT 1)
           ORDER BY d.created_at LIMIT 1`,
        ),
      ]);
      return {
        prompts: { pending, answered, expired },
        channels,
        deliveries: { pending: pendingDeliveries, dead, oldestPendingAt: oldest?.createdAt ?? null },
      };
    },
  };
}
