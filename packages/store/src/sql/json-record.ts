import type { AnyShape, ShapeValue } from '@gateway/core';
import type { Database } from '../open.js';
import { snakeCase } from './names.js';
import type { SqlValue } from './sql.js';

type Engine = Database['engine'];
type Statement = [sql: string, params: SqlValue[]];

/** Makes a statement that returns whole rows return something else of them, in the same order. */
export type Listing = (statement: Statement) => Statement;

/** Leaves the rows as they are. */
export const wholeRows: Listing = (statement) => statement;

/**
 * Listings that return `beside`, a column, and `json`, the record of the row as JSON text. `times`: the fields of the table that are
 * times; all others are texts or numbers. The SQL of a shape is made once.
 */
export function listings(engine: Engine, beside: string, times: ReadonlySet<string>): (shape: AnyShape) => Listing {
  const known = new WeakMap<AnyShape, { readonly head: string; readonly tail: string }>();
  const made = (shape: AnyShape) => {
    const { sql, from } = objectOf(engine, shape, times);
    const parts = { head: `SELECT page.${beside}, ${sql} AS json FROM`, tail: `AS page${from}` };
    known.set(shape, parts);
    return parts;
  };
  return (shape) => {
    const { head, tail } = known.get(shape) ?? made(shape);
    // The rows keep their order: both engines compute the records row by row.
    return ([statement, params]) => [`${head} (${statement}) ${tail}`, params];
  };
}

/**
 * An object as JSON text. PostgreSQL makes it of a row that is joined: a sub-select in its place would be prepared for each execution.
 */
function objectOf(engine: Engine, shape: AnyShape, times: ReadonlySet<string>): { sql: string; from: string } {
  const values = Object.entries(shape).map(([name, value]) => ({ name, sql: valueOf(engine, value, times) }));
  if (engine === 'postgresql') {
    const list = values.map(({ name, sql }) => `${sql} AS "${name}"`).join(', ');
    return { sql: 'row_to_json(made)::text', from: ` CROSS JOIN LATERAL (SELECT ${list}) AS made` };
  }
  return { sql: `json_object(${values.map(({ name, sql }) => `'${name}', ${sql}`).join(', ')})`, from: '' };
}

function valueOf(engine: Engine, value: ShapeValue, times: ReadonlySet<string>): string {
  const of = (each: ShapeValue) => valueOf(engine, each, times);
  if (typeof value === 'string') return times.has(value) ? isoTime(engine, columnOf(value)) : columnOf(value);
  if ('is' in value) return value.is === null ? 'NULL' : quoted(value.is);
  const when = Object.entries(value.when).map(([field, text]) => `${columnOf(field)} = ${quoted(String(text))}`);
  return `CASE WHEN ${when.join(' AND ')} THEN ${of(value.then)} ELSE ${of(value.otherwise)} END`;
}

const columnOf = (field: string) => `page.${snakeCase(field)}`;

/** A time as `toISOString` writes it. */
function isoTime(engine: Engine, column: string): string {
  return engine === 'postgresql'
    ? `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : `strftime('%Y-%m-%dT%H:%M:%fZ', ${column} / 1000.0, 'unixepoch')`;
}

/** Shapes are part of the program. */
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
