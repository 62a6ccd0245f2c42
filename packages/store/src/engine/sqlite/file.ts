import { statSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StorageUnavailable } from '../../storage-error.js';
import { openConnection, type Connection } from './connection.js';

/** The file of the embedded database. */
export function databaseFile(dataDir: string): string {
  return join(dataDir, 'gateway.db');
}

/** False: there is no such file, or nothing in it. */
export function hasContent(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/**
 * Makes an empty file where there is none, readable by its owner alone also in a folder that others may read. SQLite gives
 * the files beside it the same mode.
 */
export async function createFile(file: string): Promise<void> {
  await (await open(file, 'a', 0o600)).close();
}

/** Makes a database without a table: a file that is not empty any more. */
export async function createEmptyDatabase(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await createFile(file);
  const connection = openConnection(file);
  try {
    enableWal(connection, file);
  } finally {
    connection.close();
  }
}

/** Readers beside a writer; SQLite writes the mode into the file. */
export function enableWal(connection: Connection, file: string): void {
  const [[mode] = []] = connection.query('PRAGMA journal_mode = WAL', []).rows;
  if (mode !== 'wal')
    throw new StorageUnavailable(`${file} is on a file system without shared memory; use a local disk.`);
}
