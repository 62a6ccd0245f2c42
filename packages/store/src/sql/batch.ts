import type { Database } from '../open.js';

type Column = 'text' | 'integer' | 'bigint' | 'boolean' | 'timestamptz';

/** Rows of one shape as one JSON parameter, so that one statement serves any number of them in one round trip. */
export interface Batch<Row> {
  /** For a FROM clause, with a `?` for the parameter; columns are named as the fields of the row. */
  readonly table: string;
  parameter(rows: readonly Row[]): string;
}

/** Text must be storable (storable.ts): JSON in PostgreSQL refuses what else JSON allows. */
export function batchOf<Fields extends Record<string, Column>>(
  engine: Database['engine'],
  name: string,
  fields: Fields,
): Batch<Readonly<Record<keyof Fields, string | number | boolean | Date | null>>> {
  const columns = Object.entries(fields);
  if (engine === 'postgresql') {
    const list = columns.map(([column, type]) => `${column} ${type}`).join(', ');
    return { table: `jsonb_to_recordset(?) AS ${name} (${list})`, parameter: JSON.stringify };
  }
  const list = columns.map(([column]) => `value ->> '${column}' AS ${column}`).join(', ');
  return {
    table: `(SELECT ${list} FROM json_each(?)) AS ${name}`,
    parameter: (rows) => JSON.stringify(rows.map(withTimesAsNumbers)),
  };
}

/** SQLite keeps times as Unix milliseconds. */
function withTimesAsNumbers(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([field, value]) => [field, value instanceof Date ? value.getTime() : value]),
  );
}
