import type { Database } from '../open.js';

type Column = 'text' | 'integer' | 'bigint' | 'boolean' | 'timestamptz';

/** Rows of one shape as one JSON parameter: one statement and one round trip serve any number of rows. */
export interface Batch<Row> {
  /** For a FROM clause, with a `?` for the parameter. The columns have the names of the row's fields. */
  readonly table: string;
  parameter(rows: readonly Row[]): string;
}

/** An always true condition by which PostgreSQL expects one row. */
const isOne = (key: string) => `${key} BETWEEN 1 AND ${Number.MAX_SAFE_INTEGER}`;

/**
 * Text must be storable (storable.ts): PostgreSQL's JSON rejects some characters that JSON allows. `key`: a positive number of each
 * row, by which rows of a table are found. PostgreSQL expects a hundred rows of a batch, and while it has no statistics of the table, it
 * would rather join them with the whole table than look each up.
 */
export function batchOf<Fields extends Record<string, Column>>(
  engine: Database['engine'],
  name: string,
  fields: Fields,
  key?: keyof Fields & string,
): Batch<Readonly<Record<keyof Fields, string | number | boolean | Date | null>>> {
  const columns = Object.entries(fields);
  if (engine === 'postgresql') {
    const list = columns.map(([column, type]) => `${column} ${type}`).join(', ');
    const rows = `jsonb_to_recordset(?) AS ${name} (${list})`;
    const table = key === undefined ? rows : `(SELECT * FROM ${rows} WHERE ${isOne(key)}) AS ${name}`;
    return { table, parameter: JSON.stringify };
  }
  const list = columns.map(([column]) => `value ->> '${column}' AS ${column}`).join(', ');
  return {
    table: `(SELECT ${list} FROM json_each(?)) AS ${name}`,
    parameter: (rows) => JSON.stringify(rows.map(withTimesAsNumbers)),
  };
}

/** SQLite stores times as Unix milliseconds. */
function withTimesAsNumbers(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([field, value]) => [field, value instanceof Date ? value.getTime() : value]),
  );
}
