import type { Database } from '../open.js';
import { batchOf } from './batch.js';
import type { SqlValue } from './sql.js';

/** A row of counts: to whom they belong, in which period. */
type Counts<Kind extends string> = { readonly owner: string; readonly place: string; readonly period: Date } & Readonly<
  Record<Kind, number>
>;

/** One statement that adds counts of periods to a table. `place`: the column that says, with the organization, to what they belong. */
export function addCounts<Kind extends string>(
  engine: Database['engine'],
  table: 'channel_traffic' | 'receiver_traffic',
  place: 'channel_id' | 'destination',
  kinds: readonly Kind[],
) {
  const key = { owner: 'text', place: 'text', period: 'timestamptz' } as const;
  const integers = Object.fromEntries(kinds.map((kind) => [kind, 'integer' as const]));
  const counted = batchOf(engine, 'counted', { ...key, ...integers });
  // Ordered, so that two instances do not deadlock.
  const statement = `
    INSERT INTO ${table} AS known (organization_id, ${place}, period_start, ${kinds.join(', ')})
    SELECT owner, place, period, ${kinds.join(', ')} FROM ${counted.table} WHERE true
    ORDER BY owner, place, period
    ON CONFLICT (organization_id, ${place}, period_start)
    DO UPDATE SET ${kinds.map((kind) => `${kind} = known.${kind} + excluded.${kind}`).join(', ')}`;
  return (rows: readonly Counts<Kind>[]): [sql: string, params: SqlValue[]] => [statement, [counted.parameter(rows)]];
}
