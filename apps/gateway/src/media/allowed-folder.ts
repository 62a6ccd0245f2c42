import { constants } from 'node:fs';
import { lstat, open, readlink, realpath, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { Refusal } from '@gateway/core';

/** Windows knows neither flag. */
const READ_PLAINLY = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

const refuse = (sentence: string) => new Refusal('invalid', sentence, 'media_path');

/** Missing and leading elsewhere are one answer: it tells nothing of files outside. */
const unknown = () => refuse('media_path names no file below MEDIA_ALLOWED_DIR that the gateway can reach.');

/**
 * Opens a regular file below `folder`, to be read from this handle alone: whatever is exchanged on the disk afterwards, the file
 * that was checked is the file that is read. `given` is absolute or relative to the folder. Throws a `Refusal`.
 */
export async function openBelow(folder: string, given: string, descriptors = '/proc/self/fd'): Promise<FileHandle> {
  const root = await realpath(folder).catch(() => {
    throw refuse('media_path cannot be used: the folder that MEDIA_ALLOWED_DIR names is missing or cannot be read.');
  });
  const wanted = path.resolve(folder, given);
  if (!isBelow(path.resolve(folder), wanted) && !isBelow(root, wanted))
    throw refuse('media_path must lie below MEDIA_ALLOWED_DIR.');
  const file = await realpath(wanted).catch(() => null);
  if (file === null || !isBelow(root, file)) throw unknown();
  // Opening a pipe or a device may already have an effect; a regular file has none.
  const before = await lstat(file).catch(() => null);
  if (before === null) throw unknown();
  if (!before.isFile()) throw refuse('media_path must name a regular file, not a folder, pipe or device.');

  const handle = await open(file, READ_PLAINLY).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EACCES' || error.code === 'EPERM'
      ? refuse('media_path names a file that the gateway may not read: give its user the right to.')
      : unknown();
  });
  try {
    const opened = await realPathOf(handle, file, descriptors);
    if (opened === null || !isBelow(root, opened) || !(await handle.stat()).isFile()) throw unknown();
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Where an open file really lies; null: it cannot be told, because the disk is changing under it. */
async function realPathOf(handle: FileHandle, file: string, descriptors: string): Promise<string | null> {
  const told = await readlink(path.join(descriptors, String(handle.fd))).catch(() => null);
  if (told !== null) return told;
  // No such folder here: the path must still lead to the very file that was opened.
  const now = await realpath(file).catch(() => null);
  if (now === null) return null;
  const [there, here] = await Promise.all([stat(now, { bigint: true }), handle.stat({ bigint: true })]);
  return there.dev === here.dev && there.ino === here.ino ? now : null;
}

function isBelow(folder: string, file: string): boolean {
  const way = path.relative(folder, file);
  return way !== '' && way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}
