import { DatabaseInUse, StorageUnavailable } from '../../storage-error.js';
import { openConnection, type Connection } from './connection.js';

/** Keeps the locks alive: a connection that nobody refers to is closed by the garbage collector, and its lock is gone. */
const held = new Set<Connection>();

/**
 * Makes this process the only one on a database file, until `release` or the process's end, however it ends: the lock
 * is an exclusive SQLite transaction on an empty file beside it, and the operating system drops it with the process.
 * (Locking the database file itself would shut out our own reader.)
 */
export function lockFile(file: string): { release(): void } {
  const connection = openConnection(`${file}.lock`, { busyTimeoutMs: 0 });
  try {
    connection.script('BEGIN EXCLUSIVE');
  } catch (error) {
    connection.close();
    if (!(error instanceof StorageUnavailable) || !/locked/.test(error.message)) throw error;
    throw new DatabaseInUse(
      `Another process is using ${file}: stop it first, give this one a data directory of its own, or use PostgreSQL, which several processes can share.`,
    );
  }
  held.add(connection);
  return {
    release() {
      held.delete(connection);
      connection.close();
    },
  };
}
