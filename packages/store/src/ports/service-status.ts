import type { ServiceStatusStore } from '@gateway/core';
import { among } from '../sql/conditions.js';
import { answeredCounts } from './prompts/answered-counts.js';
import type { Port } from './port.js';
import { pendingByEnd } from './prompts/prompt-conditions.js';
import { overdue } from './prompts/prompt-list.js';

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
  // A receiver can serve several channels, so a reader of some of them gets none.
  const counts = (within: string, receivers: string) => `
    SELECT
      (SELECT count(*) FROM prompt WHERE organization_id = ? AND state = 'pending'${within}) AS pending,
      (SELECT count(*) FROM prompt WHERE ${pendingByEnd} AND ${overdue} AND organization_id = ?${within}) AS overdue,
      ${receivers} AS paused,
      (SELECT ${byPlatform} FROM (
         SELECT platform, count(*) AS active FROM channel WHERE is_active = ? AND organization_id = ?${within} GROUP BY platform ORDER BY platform
       ) AS channels) AS channels`;
  const ofAll = counts('', '(SELECT count(*) FROM paused_receiver WHERE organization_id = ?)');
  const ofSome = counts(` AND ${among(engine, 'channel_id')}`, '0');

  async function counted(org: string, now: Date, channels: readonly string[] | null): Promise<Counted | undefined> {
    if (channels === null) return await sql.first<Counted>(ofAll, [org, now, org, org, true, org]);
    const ids = JSON.stringify(channels);
    return await sql.first<Counted>(ofSome, [org, ids, now, org, ids, true, org, ids]);
  }

  return {
    async counts(organizationId, { now, answeredSince: since }, channels = null) {
      const [found, answered] = await Promise.all([
        counted(organizationId, now, channels),
        answeredSince({ organizationId, channels }, since, now),
      ]);
      const { pending = 0, overdue: ended = 0, paused = 0, channels: active = null } = found ?? {};
      return {
        activeChannels: typeof active === 'string' ? (JSON.parse(active) as Channels) : (active ?? {}),
        pendingPrompts: pending - ended,
        promptsAnsweredSince: answered,
        pausedReceivers: paused,
      };
    },
  };
}
