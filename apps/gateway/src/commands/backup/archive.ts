import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { CommandError } from '../command.js';
import { decrypt, encrypt, isEncrypted } from './passphrase.js';
import { manifest, manifestName, type Manifest, type PartName } from './manifest.js';

/** A manifest is much smaller. */
const MAX_MANIFEST_BYTES = 1_048_576;

/** Size and digest of a file. */
export async function measure(file: string, signal?: AbortSignal): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(file, { signal })) {
    bytes += (chunk as Buffer).length;
    hash.update(chunk as Buffer);
  }
  return { bytes, sha256: hash.digest('hex') };
}

interface Writing {
  readonly manifest: Manifest;
  /** The path of each part. */
  readonly files: ReadonlyMap<PartName, string>;
  readonly passphrase: string | null;
  readonly signal: AbortSignal;
  readonly onProgress: (bytes: number) => void;
}

/** Writes a new file, a tar archive in gzip, encrypted if there is a passphrase. Rejects with EEXIST if the file exists. */
export async function writeArchive(
  file: string,
  { manifest: contents, files, passphrase, signal, onProgress }: Writing,
): Promise<void> {
  const tar = pack();
  const filled = (async () => {
    const head = Buffer.from(`${JSON.stringify(contents, null, 2)}\n`);
    tar.entry({ name: manifestName, mode: 0o600 }, head);
    for (const { name, bytes } of contents.parts) {
      const entry = tar.entry({ name, mode: 0o600, size: bytes });
      await pipeline(
        createReadStream(files.get(name) ?? ''),
        async function* (chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            onProgress(chunk.length);
            yield chunk;
          }
        },
        entry,
        { signal },
      );
    }
    tar.finalize();
  })();
  // Its failure ends the pipeline below, which reports it.
  filled.catch((error: Error) => tar.destroy(error));
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  const compressed = tar.pipe(createGzip());
  tar.on('error', (error) => compressed.destroy(error));
  await pipeline(passphrase === null ? compressed : await encrypt(compressed, passphrase), target, { signal });
  await filled;
}

interface Reading {
  readonly passphrase: string | null;
  /** Called with the manifest before a part is written. Its error ends the reading. */
  readonly accept: (found: Manifest) => void;
  readonly signal: AbortSignal;
}

/**
 * Extracts the parts of a backup into a folder and compares them with the manifest. Rejects with `CommandError` if the file is no backup,
 * is damaged or needs another passphrase.
 */
export async function readArchive(
  file: string,
  folder: string,
  { passphrase, accept, signal }: Reading,
): Promise<Manifest> {
  const start = await firstBytes(file);
  const encrypted = isEncrypted(start);
  if (encrypted && passphrase === null)
    throw new CommandError(`${file} is encrypted: name the file with its passphrase with --passphrase-file.`);
  if (!encrypted && !(start[0] === 0x1f && start[1] === 0x8b))
    throw new CommandError(`${file} is no backup of the gateway.`);
  const source = createReadStream(file, { signal });
  const plain = encrypted ? await decrypt(source, passphrase ?? '', file) : source;
  const archive = extract();
  let found: Manifest | null = null;
  const seen = new Set<PartName>();
  const fed = pipeline(plain, createGunzip(), archive, { signal });
  fed.catch(() => {});
  try {
    for await (const entry of archive) {
      const { name, size } = entry.header;
      if (found === null) {
        if (name !== manifestName || size > MAX_MANIFEST_BYTES)
          throw new CommandError(`${file} is no backup of the gateway: it does not begin with a manifest.`);
        found = manifestIn(await textOf(entry), file);
        accept(found);
        continue;
      }
      const part = found.parts.find((each) => each.name === name);
      if (part === undefined || seen.has(part.name)) throw damaged(file, `it contains an unexpected file ${name}`);
      seen.add(part.name);
      const target = path.join(folder, part.name);
      await pipeline(entry, createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }), { signal });
      const { bytes, sha256 } = await measure(target, signal);
      if (bytes !== part.bytes || sha256 !== part.sha256) throw damaged(file, `the digest of ${name} differs`);
    }
    await fed;
  } catch (error) {
    signal.throwIfAborted();
    // What reads the file failed first: this is the cause.
    const cause = await fed.then(
      () => error,
      (failure: unknown) => failure,
    );
    throw explained(file, error instanceof CommandError || isOfStorage(error) ? error : cause);
  }
  if (found === null) throw damaged(file, 'it is empty');
  const missing = found.parts.find(({ name }) => !seen.has(name));
  if (missing) throw damaged(file, `${missing.name} is missing`);
  return found;
}

/** The first 32 bytes, or all of a shorter file. */
export async function firstBytes(file: string): Promise<Buffer> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`${file} cannot be read (${error.code}).`);
  });
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(32), 0, 32, 0);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    throw new CommandError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  } finally {
    await handle.close();
  }
}

function manifestIn(text: string, file: string): Manifest {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw damaged(file, 'its manifest cannot be read');
  }
  const parsed = manifest.safeParse(content);
  if (parsed.success && parsed.data.parts.some(({ name }) => name === 'gateway.db')) return parsed.data;
  throw new CommandError(
    `${file} has a manifest that this version does not know: install the version that made the backup.`,
  );
}

async function textOf(entry: AsyncIterable<unknown>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of entry) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

const isOfStorage = (error: unknown) =>
  ['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EACCES', 'EIO'].includes((error as NodeJS.ErrnoException)?.code ?? '');

function explained(file: string, error: unknown): unknown {
  if (error instanceof CommandError || isOfStorage(error)) return error;
  return damaged(file, error instanceof Error ? error.message.replace(/\.$/, '') : String(error));
}

function damaged(file: string, reason: string): CommandError {
  return new CommandError(`${file} is damaged or incomplete (${reason}): use another copy of the backup.`);
}
