import { randomUUID } from 'node:crypto';
import { chmod, lstat, mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UsageError } from '../exit-codes.js';

/** Where a host reads a setting from. */
export interface HostFile {
  readonly file: string;
  /** The folder that the file must be in, also when links are followed. Null: any. */
  readonly within: string | null;
}

/** A file as it was read. */
export interface Read {
  /** As the host names it. */
  readonly file: string;
  /** Without links. */
  readonly target: string;
  /** Empty: there is no file. */
  readonly text: string;
  /** Null: there is no file. */
  readonly mode: number | null;
}

/** Throws `UsageError` for a file that is no file, or that a link takes out of its folder. */
export async function readHostFile({ file, within }: HostFile): Promise<Read> {
  const target = await resolved(file);
  if (within !== null && !isWithin(await realpath(within), target))
    throw new UsageError(`${file} leads out of this folder, to ${target}. Nothing was written. Remove the link.`);
  const found = await stat(target).catch(ifMissing);
  if (!found) return { file, target, text: '', mode: null };
  if (!found.isFile()) throw new UsageError(`${file} is not a file.`);
  return { file, target, text: await readFile(target, 'utf8'), mode: found.mode & 0o777 };
}

/** Replaces the file in one step, and keeps its mode. Throws `UsageError` if it was changed since it was read. */
export async function writeHostFile({ file, target, text: before, mode }: Read, text: string): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true });
  const now = await readFile(target, 'utf8').catch(ifMissing);
  if ((now ?? '') !== before) throw new UsageError(`Another program changed ${file}. Run the command again.`);
  const temporary = `${target}.${randomUUID()}`;
  try {
    await writeFile(temporary, text, { flag: 'wx', ...(mode !== null && { mode }) });
    if (mode !== null) await chmod(temporary, mode);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** The path without links, also of a file that does not exist yet. Throws `UsageError` for a link to nothing. */
async function resolved(file: string): Promise<string> {
  const found = await realpath(file).catch(ifMissing);
  if (found !== null) return found;
  if (await lstat(file).catch(ifMissing)) throw new UsageError(`${file} is a link to nothing. Remove it.`);
  return path.join(await resolved(path.dirname(file)), path.basename(file));
}

function isWithin(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return !relative.startsWith('..') && !path.isAbsolute(relative);
}

function ifMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
