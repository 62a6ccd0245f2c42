import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Uploads of the largest kind, several databases and browsers' profiles at once. */
const needed = 3 * 1024 ** 3;

/**
 * A folder for what tests write, gone when the work is over: in memory where there is room, as tests commit thousands of
 * times and a disk takes milliseconds to confirm each.
 * @template T
 * @param {(folder: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withScratch(work) {
  const folder = mkdtempSync(join(memory() ?? tmpdir(), 'gateway-scratch-'));
  // Some tests run programs as a user without privileges, who must reach the files that are made for it.
  chmodSync(folder, 0o711);
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function memory() {
  const folder = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > needed ? folder : undefined;
  } catch {
    return undefined;
  }
}
