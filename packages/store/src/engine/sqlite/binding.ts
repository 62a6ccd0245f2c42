import { createRequire } from 'node:module';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';

type Binding = Pick<typeof import('@photostructure/sqlite'), 'DatabaseSync' | 'backup'>;

export function loadBinding(): Binding {
  return createRequire(import.meta.url)(bindingName()) as Binding;
}

/**
 * The built-in `node:sqlite` if it is complete (Node 22.16 and later), otherwise the package with the same API. This
 * tests for features instead of a version: the built-in module got `columns()` and `isTransaction` late, and a system's
 * own SQLite may lack the full-text index.
 */
export function bindingName(): string {
  return (known ??= isComplete(process.getBuiltinModule?.('node:sqlite') as BuiltIn | undefined)
    ? 'node:sqlite'
    : '@photostructure/sqlite');
}

let known: string | undefined;

function isComplete(builtIn: BuiltIn | undefined): boolean {
  if (!builtIn) return false;
  const { DatabaseSync, StatementSync } = builtIn;
  if (!('columns' in StatementSync.prototype && 'isTransaction' in DatabaseSync.prototype)) return false;
  const database = new DatabaseSync(':memory:');
  try {
    return Object.values(database.prepare(`SELECT sqlite_compileoption_used('ENABLE_FTS5')`).get() ?? {})[0] === 1;
  } finally {
    database.close();
  }
}

type BuiltIn = Binding & { StatementSync: { prototype: object }; DatabaseSync: { prototype: DatabaseSyncInstance } };
