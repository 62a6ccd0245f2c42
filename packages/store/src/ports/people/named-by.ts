import type { NamedBy } from '@gateway/core';
import type { Transaction } from '../../engine/prisma.js';
import type { Port } from '../port.js';

/** The entry of a list of approvers. */
type Named = { readonly person: string } | { readonly group: string };

/** Returns a function that finds a channel, policy, rule or pending prompt that names a person or group; null: nothing does. */
export function namedBy({ engine }: Pick<Port, 'engine'>) {
  const statement = engine === 'postgresql' ? onPostgres : onSqlite;
  return async (tx: Transaction, organizationId: string, named: Named): Promise<NamedBy | null> => {
    const [entry = []] = Object.entries(named);
    const params = engine === 'postgresql' ? [JSON.stringify([named])] : entry;
    const [found] = await tx.$queryRawUnsafe<Omit<NamedBy, 'refused'>[]>(statement, organizationId, ...params);
    return found ? { refused: 'named', ...found } : null;
  };
}

/** `$2` is a list with the entry. */
const onPostgres = findIn({
  organization: '$1',
  approvers: (list) => `${list} @> $2::jsonb`,
  steps: (list) => `${list} @> jsonb_build_array(jsonb_build_object('approvers', $2::jsonb))`,
});

/** `?2` and `?3` are the kind and the id of the entry. */
const onSqlite = findIn({
  organization: '?1',
  approvers: (list) => `EXISTS (SELECT 1 FROM json_each(${list}) entry WHERE entry.value ->> ?2 = ?3)`,
  steps: (list) => `EXISTS (
    SELECT 1 FROM json_each(${list}) step, json_each(step.value -> 'approvers') entry WHERE entry.value ->> ?2 = ?3)`,
});

interface Expressions {
  readonly organization: string;
  /** Whether a list of approvers has the entry. */
  approvers(list: string): string;
  /** Whether the approvers of a list of steps have it. */
  steps(list: string): string;
}

function findIn({ organization, approvers, steps }: Expressions): string {
  return `
    SELECT 'channel' AS kind, channel_id AS id FROM channel
    WHERE organization_id = ${organization} AND ${approvers('approvers')}
    UNION ALL
    SELECT 'policy', policy_id FROM policy WHERE organization_id = ${organization} AND ${steps(`rules -> 'steps'`)}
    UNION ALL
    SELECT 'rule', rule_id FROM rule WHERE organization_id = ${organization} AND ${approvers(`"then" -> 'approvers'`)}
    UNION ALL
    SELECT 'prompt', CAST(num AS text) FROM prompt
    WHERE organization_id = ${organization} AND state = 'pending'
      AND (${approvers(`terms -> 'approvers'`)} OR ${approvers(`terms -> 'rule' -> 'approvers'`)} OR ${steps(`terms -> 'policy' -> 'steps'`)})
    LIMIT 1`;
}
