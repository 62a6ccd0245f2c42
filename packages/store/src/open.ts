import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import type { PrismaClient } from './generated/sqlite/client.js';
import { migrationsFolder, readMigrations } from './migrations/files.js';
import type { OnPrismaQuery } from './engine/prisma.js';
import type { PostgresOptions } from './engine/postgresql/pool.js';
import type { SqlDatabase } from './sql/sql.js';
import { createFile, databaseFile, hasContent } from './engine/sqlite/file.js';
import { StorageUnavailable } from './storage-error.js';

export interface OpenOptions extends PostgresOptions {
  /** `postgres://…`, or `file:…` for an SQLite file; without it `<dataDir>/gateway.db`. */
  url?: string | undefined;
  dataDir: string;
  /** SQLite only. 'FULL' is the default: an acknowledged write survives power loss. */
  synchronous?: 'FULL' | 'NORMAL';
  /**
   * Opens the database of a running gateway: takes no lock on an SQLite file, creates no database and migrates none.
   */
  maintenance?: boolean;
  /**
   * SQLite only: copies a database into the folder `backups` next to it before migrations that it lacks are applied, and keeps the newest
   * three copies. Without a copy it is not migrated.
   */
  backupBeforeMigration?: boolean;
  /** Called with every statement of the Prisma client; tests read the query plans with it. */
  onPrismaQuery?: OnPrismaQuery;
  /** The folder with the migrations, for a bundle that moved them; it has one folder per engine. */
  migrations?: string;
}

export interface Database {
  readonly engine: 'sqlite' | 'postgresql';
  /** Raw SQL access, available immediately. */
  readonly sql: SqlDatabase;
  /** The Prisma client on the same connections. The first call loads it, which takes about 0.3 s. */
  prisma(): Promise<PrismaClient>;
  /** Call it after a commit that deleted data which must not stay readable: soon SQLite's log and search index have none of it. */
  scheduleWalTruncate(): void;
  /** Why the search index is missing, so that searches read all texts; null: it exists. */
  readonly searchIndexProblem: string | null;
  /** PostgreSQL only: for LISTEN and NOTIFY. */
  readonly pool?: pg.Pool;
  /** Waits for pending writes, then closes everything. A second call does nothing. */
  close(): Promise<void>;
}

/**
 * Opens the database and applies missing migrations. Rejects with DatabaseInUse (another process has the SQLite file),
 * MigrationRefused or StorageUnavailable; each message names the fix.
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const url = options.url || `file:${databaseFile(options.dataDir)}`;
  if (/^postgres(?:ql)?:\/\//.test(url)) return openOnPostgres(url, options);
  if (url.startsWith('file:')) return openOnSqlite(sqlitePath(url), options);
  throw new Error('The database url must begin with postgres:// or file: (an SQLite file).');
}

async function openOnSqlite(file: string, options: OpenOptions): Promise<Database> {
  if (options.maintenance) {
    if (!hasContent(file))
      throw new StorageUnavailable(`There is no database at ${file} yet: start the gateway first.`);
  } else {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await createFile(file);
  }
  const { openSqlite } = await import('./engine/sqlite/open.js');
  const migrations = await readMigrations('sqlite', options.migrations ?? migrationsFolder);
  const { sql, reader, writer, scheduleErasure, close } = await openSqlite(file, { ...options, migrations });
  const base = {
    engine: 'sqlite' as const,
    sql,
    scheduleWalTruncate: scheduleErasure,
    searchIndexProblem: null,
  };
  return assemble(base, close, async () => {
    const { createPrisma } = await import('./engine/sqlite/prisma.js');
    return createPrisma(reader, writer, options.onPrismaQuery);
  });
}

async function openOnPostgres(url: string, options: OpenOptions): Promise<Database> {
  const { openPostgres } = await import('./engine/postgresql/open.js');
  const migrations = await readMigrations('postgresql', options.migrations ?? migrationsFolder);
  const { pool, target, close, ...opened } = await openPostgres(url, { ...options, migrations });
  return assemble({ engine: 'postgresql', ...opened, pool, scheduleWalTruncate: () => {} }, close, async () => {
    const { createPrisma } = await import('./engine/postgresql/prisma.js');
    return createPrisma(pool, target, options.onPrismaQuery);
  });
}

function assemble(
  base: Omit<Database, 'prisma' | 'close'>,
  close: () => Promise<void>,
  load: () => Promise<PrismaClient>,
): Database {
  let client: Promise<PrismaClient> | undefined;
  let closing: Promise<void> | undefined;
  const closeAll = async () => {
    await (await client)?.$disconnect();
    await close();
  };
  return {
    ...base,
    prisma: () => (client ??= load()),
    close: () => (closing ??= closeAll()),
  };
}

/** `file:///absolute`, `file:/absolute` or `file:relative/to/the/working/directory` */
function sqlitePath(url: string): string {
  return url.startsWith('file:///') ? fileURLToPath(url) : resolve(url.slice('file:'.length));
}
