import { statSync } from 'node:fs';
import { link, mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StorageUnavailable } from '../../storage-error.js';
import { openConnection, type Connection } from './connection.js';

/** The path of the embedded database. */
export function databaseFile(dataDir: string): string {
  return join(dataDir, 'gateway.db');
}

/** False: the file does not exist or is empty. */
export function hasContent(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/**
 * Creates an empty file unless it exists. Only its owner can read it, even in a folder that others can read. SQLite
 * creates its log and shared memory files with the same mode. Rejects with EEXIST if it must be new.
 */
export async function createFile(file: string, { mustBeNew = false } = {}): Promise<void> {
  await (await open(file, mustBeNew ? 'ax' : 'a', 0o600)).close();
}

/** Whether a database has tables: a gateway was started with it. */
export function hasTables(file: string): boolean {
  const connection = openConnection(file, { readOnly: true });
  try {
    return connection.query('SELECT 1 FROM sqlite_master LIMIT 1', []).rows.length > 0;
  } finally {
    connection.close();
  }
}

/** Creates a database without tables. It appears complete: a crash leaves no empty file. An existing empty file becomes a database. */
export async function createEmptyDatabase(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  try {
    await initialize(draft);
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  await initialize(file);
}

async function initialize(file: string): Promise<void> {
  await createFile(file);
  const connection = openConnection(file);
  try {
    enableWal(connection, file);
  } finally {
    connection.close();
  }
}

/** Switches to the write-ahead log, with which readers do not wait for the writer. SQLite stores the mode in the file. */
export function enableWal(connection: Connection, file: string): void {
  const [[mode] = []] = connection.query('PRAGMA journal_mode = WAL', []).rows;
  if (mode !== 'wal')
    throw new StorageUnavailable(`${file} is on a file system without shared memory; use a local disk.`);
}
