import { DatabaseInUse, StorageUnavailable } from '../../storage-error.js';
import { openConnection, type Connection } from './connection.js';

/** Keeps the locks alive: the garbage collector closes a connection without references, which releases its lock. */
const held = new Set<Connection>();

/**
 * Locks a database file for this process until `release` or until the process ends, also by a crash: the lock is an
 * exclusive SQLite transaction on a separate empty file, which the operating system releases with the process. A lock
 * on the database file itself would exclude our own reader.
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
