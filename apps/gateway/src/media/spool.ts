import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Refusal } from '@gateway/core';

/** Posting an attachment takes seconds. An older file was left by an instance that crashed. */
const ABANDONED_MS = 600_000;

/** A file in the spool. */
export interface SpooledFile {
  readonly path: string;
  /** Bytes */
  readonly size: number;
  /** May be called twice. */
  remove(): Promise<void>;
}

/** The folder in which attachments are stored while they are posted. */
export interface Spool {
  /** Writes a stream to a new file, and removes the file if that fails. Throws `FileTooLarge` soon after `maxBytes`. */
  store(source: Readable, maxBytes: number): Promise<SpooledFile>;
}

export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
}

/** Opens the spool folder, readable only by its owner, and removes files of earlier runs. Without `exclusive`, other instances may be using it. */
export async function openSpool(folder: string, { exclusive }: { exclusive: boolean }): Promise<Spool> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  await removeLeftOvers(folder, exclusive ? 0 : ABANDONED_MS);
  return { store: (source, maxBytes) => store(folder, source, maxBytes) };
}

async function store(folder: string, source: Readable, maxBytes: number): Promise<SpooledFile> {
  const file = path.join(folder, randomUUID());
  const remove = () => rm(file, { force: true });
  let size = 0;
  async function* measured(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > maxBytes) throw new FileTooLarge();
      yield chunk;
    }
  }
  try {
    await pipeline(source, measured, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    await remove();
    throw isWriteFailure(error)
      ? new Refusal(
          'unavailable',
          `The attachment cannot be stored (${error.code}): check the disk of DATA_DIR, then send the attachment again.`,
        )
      : error;
  }
  return { path: file, size, remove };
}

async function removeLeftOvers(folder: string, olderThanMs: number): Promise<void> {
  const before = Date.now() - olderThanMs;
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const modified = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    );
    if (olderThanMs === 0 || modified < before) await rm(file, { recursive: true, force: true });
  }
}

function isWriteFailure(error: unknown): error is NodeJS.ErrnoException {
  const { syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return syscall === 'open' || syscall === 'write';
}
