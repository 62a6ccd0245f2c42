import { snakeCase } from './names.js';
import type { Tables } from './rows.js';
import type { SqlValue } from './sql.js';

/** The values of a row's columns; Json as text. A field that is no column of the table does not compile. */
type Values<Row, Columns> = {
  readonly [Field in keyof Row]: Field extends keyof Columns ? Value<Columns[Field]> | undefined : never;
};

type Value<Column> = Column extends string | number | boolean | Date | null ? Column : SqlValue;

/** `INSERT INTO table (columns) VALUES (?, …)` for a row with camelCase fields. Undefined fields are left out. */
export function insertInto<Table extends keyof Tables, Row extends Values<Row, Tables[Table]>>(
  table: Table,
  row: Row,
): [statement: string, params: SqlValue[]] {
  const fields = Object.entries<SqlValue | undefined>(row).filter(
    (entry): entry is [string, SqlValue] => entry[1] !== undefined,
  );
  const columns = fields.map(([field]) => snakeCase(field)).join(', ');
  const marks = fields.map(() => '?').join(', ');
  return [`INSERT INTO ${table} (${columns}) VALUES (${marks})`, fields.map(([, value]) => value)];
}
