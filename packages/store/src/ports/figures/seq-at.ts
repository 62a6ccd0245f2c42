import type { Condition } from '../../sql/conditions.js';
import type { SqlDatabase } from '../../sql/sql.js';

/** The columns by which the lists of a table are ordered, and the time of a row. */
const orders = {
  // By its key: no index has the deliveries of an organization in this order.
  delivery: { position: 'seq', at: 'created_at', own: '(d.organization_id = ?) IS TRUE' },
  prompt: { position: 'num', at: 'created_at', own: 'd.organization_id = ?' },
  audit_entry: { position: 'seq', at: 'at', own: 'd.organization_id = ?' },
} as const;

type Table = keyof typeof orders;

/**
 * The common table expression `beginning`: the first position of the rows of an organization since a time. Its parameters are the
 * organization and the time. These tables have no index for it, because every change would have to update it. The position grows with
 * time, so a binary search finds the last earlier one with about forty index lookups.
 */
function beginningOf(table: Table): string {
  const { position, at, own } = orders[table];
  return `
    search (last, step) AS (
      SELECT CAST(0 AS bigint), CAST(${2 ** 40} AS bigint)
      UNION ALL
      SELECT
        CASE WHEN (
          SELECT d.${at} FROM ${table} d WHERE ${own} AND d.${position} >= last + step ORDER BY d.${position} LIMIT 1
        ) < ? THEN last + step ELSE last END,
        step / 2
      FROM search WHERE step > 0
    ),
    beginning (seq) AS (SELECT last + 1 FROM search WHERE step = 0)`;
}

/** The first position of the rows of an organization since a time. */
export async function positionAt(
  sql: Pick<SqlDatabase, 'all'>,
  table: Table,
  organizationId: string,
  time: Date,
): Promise<number> {
  const statement = `WITH RECURSIVE ${beginningOf(table)} SELECT seq FROM beginning`;
  const [first] = await sql.all<{ seq: number }>(statement, [organizationId, time]);
  return first?.seq ?? 1;
}

/** The rows of a list within a range of time. `until` is not in it. */
export interface TimeRange {
  readonly since?: Date;
  readonly until?: Date;
}

/**
 * The conditions of a range of time: a range of positions, which the index of the list has. The time is compared too, because
 * instances may differ by milliseconds, and in a form that no index by time serves: the planner would sort all rows of the range.
 */
export async function timeBounds(
  sql: SqlDatabase,
  table: Table,
  organizationId: string,
  { since, until }: TimeRange,
): Promise<Condition[]> {
  const { position, at } = orders[table];
  const bounds = async (time: Date | undefined, compare: '>=' | '<'): Promise<Condition[]> => {
    if (time === undefined) return [];
    const first = await positionAt(sql, table, organizationId, time);
    return [
      [`${position} ${compare} ?`, first],
      [`(${at} ${compare} ?) IS TRUE`, time],
    ];
  };
  return [...(await bounds(since, '>=')), ...(await bounds(until, '<'))];
}
