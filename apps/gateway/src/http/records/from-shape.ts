import type { AnyShape, ShapeValue } from '@gateway/core';

/** The record of a row, as its shape describes it. The database makes the same one for lists. */
export function recordFrom(shape: AnyShape, row: object): Readonly<Record<string, unknown>> {
  const fields = row as Readonly<Record<string, unknown>>;
  const record: Record<string, unknown> = {};
  for (const name in shape) record[name] = valueOf(shape[name] as ShapeValue, fields);
  return record;
}

function valueOf(value: ShapeValue, row: Readonly<Record<string, unknown>>): unknown {
  if (typeof value === 'string') return shown(row[value]);
  if ('is' in value) return value.is;
  const isSo = Object.entries(value.when).every(([field, expected]) => row[field] === expected);
  return valueOf(isSo ? value.then : value.otherwise, row);
}

const shown = (value: unknown) => (value instanceof Date ? value.toISOString() : value);
