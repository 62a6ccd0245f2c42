import { ConstraintViolation, StorageUnavailable, type ConstraintKind } from '../../storage-error.js';

const constraints: readonly [RegExp, ConstraintKind][] = [
  [/^UNIQUE constraint failed: (.*)/, 'unique'],
  [/^NOT NULL constraint failed: (.*)/, 'notNull'],
  [/^FOREIGN KEY constraint failed()/, 'foreignKey'],
  [/^CHECK constraint failed: (.*)/, 'check'],
];

const unavailable =
  /database or disk is full|disk I\/O error|database (?:table )?is locked|unable to open database file|readonly database|out of memory|file is not a database|disk image is malformed|database is not open|locking protocol/i;

/** Translates by message: with RETURNING, @photostructure/sqlite reports code 1 for every error. */
export function sqliteError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  for (const [pattern, kind] of constraints) {
    const columns = pattern.exec(error.message)?.[1];
    if (columns !== undefined) return new ConstraintViolation(kind, columnNames(columns), { cause: error });
  }
  if (unavailable.test(error.message))
    return new StorageUnavailable(`The database: ${error.message}.`, { cause: error });
  return error;
}

/** `prompt.organization_id, prompt.num` -> the columns */
function columnNames(list: string): string[] {
  return list === '' ? [] : list.split(', ').map((name) => name.slice(name.indexOf('.') + 1));
}
