import { openConnection } from '../engine/sqlite/connection.js';
import { migrationsFolder, readMigrations } from '../migrations/files.js';

export interface DatabaseState {
  /** The names of its migrations, oldest first. */
  readonly migrations: readonly string[];
  /** What SQLite's integrity check reports; empty: nothing is wrong. */
  readonly damages: readonly string[];
}

/** Reads an SQLite file completely, also while a gateway uses it. `quick` does not compare the indexes with their tables. */
export function inspectDatabase(file: string, { quick = false } = {}): DatabaseState {
  const connection = openConnection(file, { readOnly: true, busyTimeoutMs: 5000 });
  try {
    const damages = connection
      .query(quick ? 'PRAGMA quick_check(10)' : 'PRAGMA integrity_check(10)', [])
      .rows.map(([line]) => String(line));
    const [table] = connection.query(`SELECT 1 FROM sqlite_master WHERE name = '_prisma_migrations'`, []).rows;
    return {
      migrations: table
        ? connection
            .query(
              'SELECT migration_name FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name',
              [],
            )
            .rows.map(([name]) => String(name))
        : [],
      damages: damages[0] === 'ok' ? [] : damages,
    };
  } finally {
    connection.close();
  }
}

/** The names of the embedded database's migrations that this build has, oldest first. */
export async function knownMigrations(): Promise<string[]> {
  return (await readMigrations('sqlite', migrationsFolder)).map(({ name }) => name);
}
