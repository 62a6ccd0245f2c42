import type pg from 'pg';
import { camelCase } from '../../sql/names.js';

type Fields = readonly Pick<pg.FieldDef, 'name'>[];

/** Builds the rows of one statement from the driver's arrays. */
export interface RowReader {
  /** False: the statement returns other columns now, because a newer instance has migrated the database. */
  fits(fields: Fields): boolean;
  read(rows: readonly unknown[][]): unknown[];
}

/**
 * Prepares reading the rows of a statement. A column with the name `step.` begins the row of a step (sql/steps.ts): the
 * columns after it are the fields of an object `step`, which is absent when the column is null.
 */
export function rowReader(fields: Fields): RowReader {
  const columns = fields.map(({ name }) => name);
  const names = columns.map(camelCase);
  const begins = columns.flatMap((column, index) => (column.endsWith('.') ? [index] : []));

  function object(values: readonly unknown[], from: number, to: number): Record<string, unknown> {
    const row: Record<string, unknown> = {};
    for (let index = from; index < to; index += 1) row[names[index] ?? ''] = values[index];
    return row;
  }
  function objectPerStep(values: readonly unknown[]): Record<string, unknown> {
    const present = begins.filter((begin) => values[begin] !== null);
    const entries = present.map((begin) => {
      const next = begins.find((other) => other > begin);
      return [columns[begin]?.slice(0, -1) ?? '', object(values, begin + 1, next ?? columns.length)] as const;
    });
    return Object.fromEntries(entries);
  }

  const build = begins.length > 0 ? objectPerStep : (values: readonly unknown[]) => object(values, 0, columns.length);
  return {
    fits: (now) => now.length === columns.length && now.every(({ name }, index) => name === columns[index]),
    read: (rows) => rows.map(build),
  };
}
