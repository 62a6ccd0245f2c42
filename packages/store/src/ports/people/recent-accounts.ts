import type { RecentAccount } from '@gateway/core';
import { answerPlatform, byPerson, ownByTime } from '../prompts/prompt-conditions.js';
import type { Port } from '../port.js';

/** The number of answered prompts, and of messages, that are looked at. */
const LOOKED_AT = 1000;
const MAX_ACCOUNTS = 50;

/**
 * Whether the channel of a row is proven: then the platform says who wrote, and not a bot of an agent. A sub-select, which the index
 * answers: PostgreSQL would join all channels.
 */
const provenOf = (row: string) => `coalesce((
  SELECT c.credentials_proven FROM channel c
  WHERE c.organization_id = ${row}.organization_id AND c.channel_id = ${row}.channel_id), FALSE)`;

/** See `PeopleStore`. The limits come before the conditions, so that no more rows are read however few match. */
export function recentAccounts({ engine, sql }: Pick<Port, 'engine' | 'sql'>) {
  const statement = `
    WITH answered AS MATERIALIZED (
      SELECT organization_id, num, channel_id, ${answerPlatform} AS platform, answered_by_id, answered_by_name, answered_by_username,
        answered_at, decided_by
      FROM prompt WHERE ${ownByTime(engine)} AND answered_at >= ? ORDER BY answered_at DESC LIMIT ${LOOKED_AT}
    ),
    written AS MATERIALIZED (
      SELECT organization_id, channel_id, platform, from_id, from_user, created_at FROM message
      WHERE organization_id = ? AND direction = 'inbound' ORDER BY seq DESC LIMIT ${LOOKED_AT}
    ),
    seen (platform, user_id, name, username, seen_at) AS (
      SELECT platform, answered_by_id, answered_by_name, answered_by_username, answered_at FROM answered
      WHERE ${byPerson} AND answered_by_id IS NOT NULL AND answered_by_id NOT LIKE 'operator:%'
        AND ${provenOf('answered')} AND NOT EXISTS (
          SELECT 1 FROM prompt_post o
          WHERE o.organization_id = answered.organization_id AND o.prompt_num = answered.num AND NOT ${provenOf('o')})
      UNION ALL
      SELECT v.platform, v.user_id, nullif(v.name, v.user_id), NULL, v.at FROM answered
      JOIN prompt_vote v ON v.organization_id = answered.organization_id AND v.prompt_num = answered.num
      WHERE v.platform IS NOT NULL AND v.user_id IS NOT NULL AND v.at >= ? AND ${provenOf('v')}
      UNION ALL
      SELECT platform, from_id, nullif(from_user, from_id), NULL, created_at FROM written WHERE from_id IS NOT NULL AND created_at >= ? AND ${provenOf('written')}
    ),
    ranked AS (
      SELECT platform, user_id, name, seen_at, max(username) OVER (PARTITION BY platform, user_id) AS username,
        row_number() OVER (PARTITION BY platform, user_id ORDER BY seen_at DESC, name IS NULL) AS place
      FROM seen
    )
    SELECT platform, user_id, name, username, seen_at FROM ranked WHERE place = 1 AND NOT EXISTS (
      SELECT 1 FROM person_identity own
      WHERE own.organization_id = ? AND own.platform = ranked.platform AND own.user_id = ranked.user_id)
    ORDER BY seen_at DESC, platform, user_id LIMIT ${MAX_ACCOUNTS}`;

  return async (organizationId: string, since: Date): Promise<RecentAccount[]> => {
    const rows = await sql.background.all<Omit<RecentAccount, 'lastSeenAt'> & { readonly seenAt: Date | number }>(
      statement,
      [organizationId, since, organizationId, since, since, organizationId],
    );
    return rows.map(({ platform, userId, name, username, seenAt }) => ({
      platform,
      userId,
      name,
      username,
      lastSeenAt: new Date(seenAt),
    }));
  };
}
