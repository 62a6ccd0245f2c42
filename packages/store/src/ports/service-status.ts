import type { ServiceStatusStore } from '@gateway/core';
import { answeredCounts } from './answered-counts.js';
import type { Port } from './port.js';
import { overdue } from './prompt-list.js';

/** The number of active channels by platform. */
type Channels = Readonly<Record<string, number>>;

interface Counted {
  readonly pending: number;
  readonly overdue: number;
  readonly paused: number;
  /** JSON as text on SQLite; null on PostgreSQL where there is no active channel. */
  readonly channels: string | Channels | null;
}

export function serviceStatusStore(port: Port): ServiceStatusStore {
  const { engine, sql } = port;
  const answeredSince = answeredCounts(port);
  // One statement reads one snapshot: a prompt that expires meanwhile is not counted twice or missed. The overdue prompts are
  // few, because the background pass expires them within seconds.
  const byPlatform =
    engine === 'postgresql' ? 'json_object_agg(platform, active)' : 'json_group_object(platform, active)';
  const counts = `
    SELECT
      (SELECT count(*) FROM prompt WHERE organization_id = ? AND state = 'pending') AS pending,
      (SELECT count(*) FROM prompt WHERE state = 'pending' AND ${overdue} AND organization_id = ?) AS overdue,
      (SELECT count(*) FROM paused_receiver WHERE organization_id = ?) AS paused,
      (SELECT ${byPlatform} FROM (
         SELECT platform, count(*) AS active FROM channel WHERE is_active = ? AND organization_id = ? GROUP BY platform ORDER BY platform
       ) AS channels) AS channels`;
  return {
    async counts(organizationId, { now, answeredSince: since }) {
      const [counted, answered] = await Promise.all([
        sql.first<Counted>(counts, [organizationId, now, organizationId, organizationId, true, organizationId]),
        answeredSince(organizationId, since, now),
      ]);
      const { pending = 0, overdue: ended = 0, paused = 0, channels = null } = counted ?? {};
      return {
        activeChannels: typeof channels === 'string' ? (JSON.parse(channels) as Channels) : (channels ?? {}),
        pendingPrompts: pending - ended,
        promptsAnsweredSince: answered,
        pausedReceivers: paused,
      };
    },
  };
}
