import type { Migration } from '../../migrations/files.js';
import { backUpBeforeMigration } from '../../backup/before-migration.js';
import { firstMissing, migrate, requireMigrated } from '../../migrations/runner.js';
import type { SqlDatabase } from '../../sql/sql.js';
import { createBackgroundReader } from './background.js';
import { enableWal } from './file.js';
import { openConnection, type Connection } from './connection.js';
import { lockFile } from './lock.js';
import { createSearchPurge } from './search-purge.js';
import { sqliteMigrationSession } from './migration-session.js';
import { sqliteSql } from './sql.js';
import { createWriter, type Writer } from './writer.js';

/** An open SQLite file that is locked for this process and migrated, with one writer and one reader connection, and a reader on a thread of its own. */
export interface SqliteFile {
  sql: SqlDatabase;
  reader: Connection;
  writer: Writer;
  /** Soon the file and its log contain nothing that was deleted before. Many calls cause one pass. */
  scheduleErasure(): void;
  close(): Promise<void>;
}

export interface SqliteOptions {
  migrations: readonly Migration[];
  /** 'FULL' is the default: an acknowledged write survives power loss. */
  synchronous?: 'FULL' | 'NORMAL';
  /** Another process may have the file open: SQLite's own locks serialize the writes of both. */
  maintenance?: boolean;
  /** Whether a database is copied before migrations that it lacks are applied. */
  backupBeforeMigration?: boolean;
}

export async function openSqlite(
  file: string,
  { migrations, synchronous = 'FULL', maintenance = false, backupBeforeMigration = false }: SqliteOptions,
): Promise<SqliteFile> {
  const lock = maintenance ? null : lockFile(file);
  const opened: Connection[] = [];
  try {
    const connection = openConnection(file);
    opened.push(connection);
    enableWal(connection, file);
    // secure_delete: deleted data must not stay readable in free pages of the file.
    connection.script(
      `PRAGMA synchronous = ${synchronous}; PRAGMA journal_size_limit = 67108864; PRAGMA secure_delete = ON`,
    );
    const session = sqliteMigrationSession(connection);
    const missing = backupBeforeMigration && !maintenance ? await firstMissing(session, migrations) : null;
    if (missing !== null) await backUpBeforeMigration(file, missing);
    await (maintenance ? requireMigrated : migrate)(session, migrations);
    const reader = openConnection(file, { readOnly: true });
    opened.push(reader);
    const background = createBackgroundReader(file);
    const writer = createWriter(connection);
    const purge = createSearchPurge(writer);
    const scheduleErasure = () => {
      writer.scheduleWalTruncate();
      purge.schedule();
    };
    // A process that was killed may have left deleted data in the log and in the search index.
    if (!maintenance) scheduleErasure();
    return {
      sql: sqliteSql(reader, writer, background),
      reader,
      writer,
      scheduleErasure,
      async close() {
        await purge.close();
        await background.close();
        await writer.close();
        reader.close();
        lock?.release();
      },
    };
  } catch (error) {
    for (const connection of opened) connection.close();
    lock?.release();
    throw error;
  }
}
