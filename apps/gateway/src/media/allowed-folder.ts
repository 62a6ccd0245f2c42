import { constants } from 'node:fs';
import { lstat, open, readlink, realpath, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { Refusal } from '@gateway/core';

/** Does not follow symlinks or block on pipes. Windows has neither flag. */
const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

const refuse = (sentence: string) => new Refusal('invalid', sentence, 'media_path');

/** The same error for a missing file and one outside the folder, so that it reveals nothing about files outside. */
const notFound = () => refuse('media_path does not name a file in MEDIA_ALLOWED_DIR.');

/**
 * Opens a regular file in `folder` or a folder below it. Only the returned handle may be read, so that the file that was checked is the
 * file that is read, even if the path is replaced afterwards. `given` is absolute, or relative to the folder. Throws a `Refusal`.
 */
export async function openBelow(folder: string, given: string, descriptors = '/proc/self/fd'): Promise<FileHandle> {
  const root = await realpath(folder).catch(() => {
    throw refuse('media_path cannot be used: the folder that MEDIA_ALLOWED_DIR names is missing or cannot be read.');
  });
  const requested = path.resolve(folder, given);
  if (!isBelow(path.resolve(folder), requested) && !isBelow(root, requested))
    throw refuse('media_path must be in MEDIA_ALLOWED_DIR.');
  const file = await realpath(requested).catch(() => null);
  if (file === null || !isBelow(root, file)) throw notFound();
  // Checked before opening, because opening a pipe or a device can have side effects.
  const before = await lstat(file).catch(() => null);
  if (before === null) throw notFound();
  if (!before.isFile()) throw refuse('media_path must name a regular file, not a folder, pipe or device.');

  const handle = await open(file, READ_FLAGS).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EACCES' || error.code === 'EPERM'
      ? refuse('media_path names a file that the gateway may not read: give its user read permission.')
      : notFound();
  });
  try {
    const opened = await realPathOf(handle, file, descriptors);
    if (opened === null || !isBelow(root, opened) || !(await handle.stat()).isFile()) throw notFound();
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The real path of an open file; null: unknown, because the path is being changed. */
async function realPathOf(handle: FileHandle, file: string, descriptors: string): Promise<string | null> {
  const target = await readlink(path.join(descriptors, String(handle.fd))).catch(() => null);
  if (target !== null) return target;
  // This system has no such folder: the path must still lead to the file that was opened.
  const now = await realpath(file).catch(() => null);
  if (now === null) return null;
  const [atPath, opened] = await Promise.all([stat(now, { bigint: true }), handle.stat({ bigint: true })]);
  return atPath.dev === opened.dev && atPath.ino === opened.ino ? now : null;
}

function isBelow(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '' && relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
