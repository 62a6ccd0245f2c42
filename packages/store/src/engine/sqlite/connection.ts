import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import type { SqlValue } from '../../sql/sql.js';
import { loadBinding } from './binding.js';
import { sqliteError } from './errors.js';

export interface Column {
  name: string;
  /** The declared type, upper case; empty for a computed column. */
  type: string;
}

export interface Result {
  columns: readonly Column[];
  rows: readonly unknown[][];
}

/** One SQLite connection with its prepared statements. Everything is synchronous. Errors are translated (errors.ts). */
export interface Connection {
  /** Rows as arrays of SQLite's values: dates are Unix milliseconds, booleans 0 or 1, Json is text. Integers beyond 2^53 are an error. */
  query(statement: string, params: readonly SqlValue[]): Result;
  /** The number of rows changed. */
  run(statement: string, params: readonly SqlValue[]): number;
  /** Any number of statements without parameters. */
  script(statements: string): void;
  readonly inTransaction: boolean;
  close(): void;
}

interface Prepared {
  statement: StatementSyncInstance;
  columns: readonly Column[];
}

const MAX_PREPARED_STATEMENTS = 500;

export interface ConnectionOptions {
  readOnly?: boolean;
  /** How long to block while another program holds a lock. */
  busyTimeoutMs?: number;
}

export function openConnection(
  file: string,
  { readOnly = false, busyTimeoutMs = 1000 }: ConnectionOptions = {},
): Connection {
  const { DatabaseSync } = loadBinding();
  const database = mapped(() => new DatabaseSync(file, { readOnly, timeout: busyTimeoutMs }));
  const prepared = new Map<string, Prepared>();

  function prepare(text: string): Prepared {
    const known = prepared.get(text);
    if (known) return known;
    const fresh = prepareOn(database, text);
    const oldest = prepared.size < MAX_PREPARED_STATEMENTS ? undefined : prepared.keys().next().value;
    if (oldest !== undefined) prepared.delete(oldest);
    prepared.set(text, fresh);
    return fresh;
  }

  return {
    query: (text, params) =>
      mapped(() => {
        const { statement, columns } = prepare(text);
        return { columns, rows: statement.all(...params.map(bound)) as unknown[][] };
      }),
    run: (text, params) => mapped(() => prepare(text).statement.run(...params.map(bound)).changes),
    script: (statements) => mapped(() => database.exec(statements)),
    get inTransaction() {
      return database.isTransaction;
    },
    close() {
      prepared.clear();
      database.close();
    },
  };
}

function prepareOn(database: DatabaseSyncInstance, text: string): Prepared {
  const statement = database.prepare(text);
  statement.setReturnArrays(true);
  const columns = statement.columns().map(({ name, type }) => ({ name, type: type?.toUpperCase() ?? '' }));
  return { statement, columns };
}

export function bound(value: SqlValue): string | number | bigint | Uint8Array | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value instanceof Date ? value.getTime() : value;
}

function mapped<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw sqliteError(error);
  }
}
