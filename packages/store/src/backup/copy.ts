import { rm, stat } from 'node:fs/promises';
import { loadBinding } from '../engine/sqlite/binding.js';
import { sqliteError } from '../engine/sqlite/errors.js';
import { createFile } from '../engine/sqlite/file.js';

/** Between two batches other work of the process continues. 8 MB, with pages of 4 kB. */
const PAGES_PER_BATCH = 2000;

export interface CopyOptions {
  /** Aborts the copy, which is then deleted. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the share that is copied, from 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/**
 * Copies an SQLite database into a new file that only its owner can read, with SQLite's online backup. The copy is the state at one
 * moment, also while another process writes. Returns its size in bytes. Rejects with StorageUnavailable, EEXIST or the reason of
 * `signal`, and leaves no file.
 */
export async function copyDatabase(
  from: string,
  to: string,
  { signal, onProgress }: CopyOptions = {},
): Promise<number> {
  const { DatabaseSync, backup } = loadBinding();
  await createFile(to, { mustBeNew: true });
  try {
    const source = new DatabaseSync(from, { readOnly: true, timeout: 5000 });
    try {
      // Without this transaction, each write of another process between two batches would begin the copy again.
      source.exec('BEGIN');
      source.prepare('SELECT count(*) FROM sqlite_master').get();
      await backup(source, to, {
        rate: PAGES_PER_BATCH,
        progress({ totalPages, remainingPages }) {
          signal?.throwIfAborted();
          onProgress?.(totalPages === 0 ? 1 : 1 - remainingPages / totalPages);
        },
      });
      signal?.throwIfAborted();
    } finally {
      source.close();
    }
    return (await stat(to)).size;
  } catch (error) {
    for (const suffix of ['', '-wal', '-shm', '-journal']) await rm(`${to}${suffix}`, { force: true });
    throw sqliteError(error);
  }
}
