import { snakeCase } from './names.js';
import type { Tables } from './rows.js';
import type { SqlValue } from './sql.js';

/** The values of a row's columns; Json as text. A field that is no column of the table does not compile. */
type Values<Row, Columns> = {
  readonly [Field in keyof Row]: Field extends keyof Columns ? Value<Columns[Field]> | Expression | undefined : never;
};

type Value<Column> = Column extends string | number | boolean | Date | null ? Column : SqlValue;

/** SQL with its parameters, for a value or a FROM clause. */
export class Expression {
  readonly params: readonly SqlValue[];

  constructor(
    readonly sql: string,
    ...params: readonly SqlValue[]
  ) {
    this.params = params;
  }
}

/**
 * `INSERT INTO table (columns) SELECT ?, …` for a row with camelCase fields. Undefined fields are left out. `from`: the
 * row is inserted once per row of this FROM clause.
 */
export function insertInto<Table extends keyof Tables, Row extends Values<Row, Tables[Table]>>(
  table: Table,
  row: Row,
  from?: Expression,
): [statement: string, params: SqlValue[]] {
  const fields = Object.entries<SqlValue | Expression | undefined>(row).filter(
    (entry): entry is [string, SqlValue | Expression] => entry[1] !== undefined,
  );
  const columns = fields.map(([field]) => snakeCase(field)).join(', ');
  const values = fields.map(([, value]) => (value instanceof Expression ? value.sql : '?')).join(', ');
  return [
    `INSERT INTO ${table} (${columns}) SELECT ${values}${from ? ` FROM ${from.sql}` : ''}`,
    [...fields.flatMap(([, value]) => (value instanceof Expression ? value.params : [value])), ...(from?.params ?? [])],
  ];
}
