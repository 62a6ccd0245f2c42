import { createRequire } from 'node:module';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';

type Binding = Pick<typeof import('@photostructure/sqlite'), 'DatabaseSync'>;

/**
 * The built-in `node:sqlite` if it is complete (Node 22.16 and later), otherwise the package with the same API. This
 * tests for features instead of a version: the built-in module got `columns()` and `isTransaction` late.
 */
export function loadBinding(): Binding {
  const builtIn = process.getBuiltinModule?.('node:sqlite') as BuiltIn | undefined;
  if (builtIn && 'columns' in builtIn.StatementSync.prototype && 'isTransaction' in builtIn.DatabaseSync.prototype) {
    return builtIn;
  }
  return createRequire(import.meta.url)('@photostructure/sqlite') as Binding;
}

type BuiltIn = Binding & { StatementSync: { prototype: object }; DatabaseSync: { prototype: DatabaseSyncInstance } };
