import type pg from 'pg';
import { camelCase } from '../../sql/names.js';

type Fields = readonly Pick<pg.FieldDef, 'name'>[];
type Values = readonly unknown[];

/** Builds the rows of one statement from the driver's arrays. */
export interface RowReader {
  /** False: the statement returns other columns now, because a newer instance has migrated the database. */
  fits(fields: Fields): boolean;
  read(rows: readonly Values[]): unknown[];
}

/**
 * Prepares reading the rows of a statement. A column with the name `step.` begins the row of a step (sql/steps.ts): the
 * columns after it are the fields of an object `step`, which is undefined when the column is null.
 */
export function rowReader(fields: Fields): RowReader {
  const columns = fields.map(({ name }) => name);
  const build = rowBuilder(columns);
  return {
    fits: (now) => now.length === columns.length && now.every(({ name }, index) => name === columns[index]),
    read: (rows) => rows.map(build),
  };
}

/** Compiles an object literal of the columns: setting the fields one by one takes several times as long. */
function rowBuilder(columns: readonly string[]): (values: Values) => unknown {
  const begins = columns.flatMap((column, index) => (column.endsWith('.') ? [index] : []));
  const object = (from: number, to: number) => {
    const fields = columns.slice(from, to).map((column, at) => `${quoted(camelCase(column))}: values[${from + at}]`);
    return `{ ${fields.join(', ')} }`;
  };
  const steps = begins.map((begin, place) => {
    const row = object(begin + 1, begins[place + 1] ?? columns.length);
    return `${quoted(columns[begin]?.slice(0, -1))}: values[${begin}] === null ? undefined : ${row}`;
  });
  const literal = steps.length > 0 ? `{ ${steps.join(', ')} }` : object(0, columns.length);
  // oxlint-disable-next-line no-implied-eval -- names of columns are part of the program
  return new Function('values', `return ${literal};`) as (values: Values) => unknown;
}

const quoted = (name: unknown) => JSON.stringify(name);
