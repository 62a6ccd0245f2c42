import { mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MigrationRefused } from '../storage-error.js';
import { copyDatabase } from './copy.js';

/** The number of backups that are kept. */
const KEPT = 3;

/** `20261122T183300Z-before-20261123090000_name.db`: the names sort by age. */
const ownName = /^\d{8}T\d{6}Z-before-\w+\.db$/;

/**
 * Copies a database into the folder `backups` next to it before its first missing migration is applied, and deletes the oldest of such
 * copies. Rejects with MigrationRefused if there is no space or no right to write.
 */
export async function backUpBeforeMigration(file: string, missing: string): Promise<void> {
  const folder = join(dirname(file), 'backups');
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const target = join(folder, `${time}-before-${missing}.db`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(folder))
      if (name.endsWith('.partial')) await rm(join(folder, name), { force: true });
    await requireSpace(file, folder);
    await copyDatabase(file, `${target}.partial`);
    await rename(`${target}.partial`, target);
    const own = (await readdir(folder)).filter((name) => ownName.test(name)).toSorted();
    for (const name of own.slice(0, -KEPT)) await rm(join(folder, name), { force: true });
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
    throw new MigrationRefused(
      `The database must be migrated, but no backup of it could be stored in ${folder}: ${reason}. Free space there, or make a backup elsewhere and set BACKUP_BEFORE_MIGRATION=false for this start.`,
      { cause: error },
    );
  }
}

async function requireSpace(file: string, folder: string): Promise<void> {
  const sizes = await Promise.all(['', '-wal'].map((suffix) => stat(`${file}${suffix}`).catch(() => ({ size: 0 }))));
  const needed = sizes.reduce((sum, { size }) => sum + size, 0);
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < needed)
    throw new Error(`it needs ${megabytes(needed)}, and ${megabytes(bavail * bsize)} are free`);
}

const megabytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MB`;
