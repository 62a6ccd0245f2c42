import type { OrderedPage } from '@gateway/core';
import type { Database } from '../open.js';
import type { SqlValue } from './sql.js';

/** SQL with its parameters. */
export type Condition = readonly [sql: string, ...params: SqlValue[]];

/** Joins conditions by AND and returns their parameters in order. False and undefined are left out. */
export function allOf(...conditions: (Condition | false | undefined)[]): [sql: string, params: SqlValue[]] {
  const asked = conditions.filter((condition): condition is Condition => Boolean(condition));
  return [asked.map(([sql]) => sql).join(' AND '), asked.flatMap(([, ...params]) => params)];
}

/** Continues a newest-first list that is ordered by `column`; false for its first page. */
export function olderThan(column: string, before: number | null): Condition | false {
  return before !== null && [`${column} < ?`, before];
}

/** Continues a list that is ordered by `column` in the direction of the page; false for its first page. */
export function following(column: string, { before, after = null }: OrderedPage): Condition | false {
  return after === null ? olderThan(column, before) : [`${column} > ?`, after];
}

/** The direction in which a list is read. */
export function directionOf({ after }: OrderedPage): 'ASC' | 'DESC' {
  return after === undefined ? 'DESC' : 'ASC';
}

/**
 * Whether one of the columns contains `text`, ignoring case, or begins with it. `%` and `_` match literally. SQLite ignores the
 * case of ASCII letters only, PostgreSQL of all letters.
 */
export function contains(
  engine: Database['engine'],
  columns: readonly string[],
  text: string,
  where: 'anywhere' | 'at the beginning' = 'anywhere',
): Condition {
  const like = engine === 'postgresql' ? 'ILIKE' : 'LIKE';
  const pattern = `${where === 'anywhere' ? '%' : ''}${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const sql = columns.map((column) => String.raw`${column} ${like} ? ESCAPE '\'`).join(' OR ');
  return [`(${sql})`, ...columns.map(() => pattern)];
}

/**
 * Whether `column` is (or is not) in a list. The list is one JSON parameter, so one statement serves lists of any length.
 * PostgreSQL gets an array, which it looks up in an index; it would join a sub-select by reading the whole table.
 */
export function among(
  engine: Database['engine'],
  column: string,
  type: 'text' | 'integer' | 'bigint' = 'text',
): string {
  return engine === 'postgresql'
    ? `${column} = ANY (ARRAY(SELECT jsonb_array_elements_text(?)${type === 'text' ? '' : `::${type}`}))`
    : `${column} IN (SELECT value FROM json_each(?))`;
}

/** Whether `column` is in a list, if there is one. */
export function ifAmong(
  engine: Database['engine'],
  column: string,
  values: readonly string[] | undefined,
): Condition | undefined {
  return values && [among(engine, column), JSON.stringify(values)];
}

export function notAmong(engine: Database['engine'], column: string): string {
  return `NOT (${among(engine, column)})`;
}
