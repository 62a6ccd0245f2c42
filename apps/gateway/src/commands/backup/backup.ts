import { link, mkdir, mkdtemp, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { copyDatabase, databaseFile, hasContent, inspectDatabase } from '@gateway/store';
import { parseConfig, type Config } from '../../settings/config.js';
import { encryptionKeyFile, signingSecretFile } from '../../secrets/secrets.js';
import { version } from '../../version.js';
import { CommandError, parse, type Terminal } from '../command.js';
import { measure, writeArchive } from './archive.js';
import type { Manifest, PartName } from './manifest.js';
import { isReadableByOthers, passphraseIn } from './passphrase.js';
import { createProgress, sizeOf } from './progress.js';

const options = { out: { type: 'string' }, 'passphrase-file': { type: 'string' } } as const;

/** Writes the embedded database and the generated secrets into one file, also while the gateway runs. */
export async function backup(args: readonly string[], { env, print, note, signal }: Terminal): Promise<0> {
  const { values } = parse(args, options);
  const config = parseConfig(env);
  if (config.databaseUrl !== null)
    throw new CommandError(
      'The database is PostgreSQL. Make a backup with its own tool: pg_dump --format=custom --file=gateway.dump "$DATABASE_URL". Keep ENCRYPTION_KEY and CALLBACK_SIGNING_SECRET apart from it: without ENCRYPTION_KEY the credentials of all channels are lost. See docs/operations.md.',
    );
  const database = path.resolve(databaseFile(config.dataDir));
  if (!hasContent(database))
    throw new CommandError(`There is no database at ${database}: is DATA_DIR the right folder?`);
  const passphraseFile = values['passphrase-file'];
  const passphrase = passphraseFile === undefined ? null : await passphraseIn(passphraseFile);
  if (passphraseFile !== undefined && (await isReadableByOthers(passphraseFile)))
    note(`Other users of this machine can read ${passphraseFile}: run chmod 600 on it.`);
  const target = await targetOf(values.out, passphrase !== null);
  const progress = createProgress(note);
  const folder = path.dirname(target);
  let work: string | null = null;
  try {
    if (values.out === undefined) await mkdir(folder, { recursive: true, mode: 0o700 });
    const { size } = await stat(database);
    await requireSpace(folder, size);
    work = await mkdtemp(path.join(folder, '.gateway-backup-'));
    const copy = path.join(work, 'gateway.db');
    note(`Copying the database ${database} (${sizeOf(size)})`);
    await copyDatabase(database, copy, { signal, onProgress: (share) => progress('Copied', share) });
    const { migrations, damages } = inspectDatabase(copy);
    if (damages.length > 0)
      throw new CommandError(
        `The database is damaged, so a backup of it could not be restored: ${damages[0]}. Restore an older backup, or repair it with sqlite3 ${database} .recover.`,
      );
    const files = new Map<PartName, string>([...secretFiles(config), ['gateway.db', copy]]);
    const contents = await describe(config, files, migrations, signal);
    const total = contents.parts.reduce((sum, { bytes }) => sum + bytes, 0);
    let packed = 0;
    const draft = path.join(work, 'draft');
    await writeArchive(draft, {
      manifest: contents,
      files,
      passphrase,
      signal,
      onProgress: (bytes) => progress('Packed', (packed += bytes) / total),
    });
    await putInPlace(draft, target);
    const { size: stored } = await stat(target);
    print(`Backup stored in ${target} (${sizeOf(stored)}).`);
    for (const name of contents.secrets_from_environment)
      note(`${name} is set in the environment and is not in the backup: keep it with your other secrets.`);
    if (passphrase === null && files.size > 1)
      note(
        'The file contains the key that decrypts the credentials of all channels. Encrypt it with --passphrase-file, or store it safely.',
      );
    return 0;
  } catch (error) {
    throw explained(error, folder);
  } finally {
    if (work !== null) await rm(work, { recursive: true, force: true });
  }
}

async function targetOf(out: string | undefined, encrypted: boolean): Promise<string> {
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const name = `gateway-${time}.tar.gz${encrypted ? '.age' : ''}`;
  const given = path.resolve(out ?? path.join('backup', name));
  const target = (await stat(given).catch(() => null))?.isDirectory() ? path.join(given, name) : given;
  if (await stat(target).catch(() => null))
    throw new CommandError(`${target} exists already: choose another name with --out, or delete it first.`);
  return target;
}

/** The generated secrets that are in use. */
function secretFiles(config: Config): [PartName, string][] {
  const used: [PartName, boolean][] = [
    [encryptionKeyFile, config.encryptionKey === null],
    [signingSecretFile, config.signingSecret === null],
  ];
  return used
    .filter(([, isGenerated]) => isGenerated)
    .map(([name]): [PartName, string] => [name, path.resolve(config.dataDir, name)])
    .filter(([, file]) => hasContent(file));
}

async function describe(
  config: Config,
  files: ReadonlyMap<PartName, string>,
  migrations: readonly string[],
  signal: AbortSignal,
): Promise<Manifest> {
  const parts: Manifest['parts'] = [];
  for (const [name, file] of files) parts.push({ name, ...(await measure(file, signal)) });
  return {
    format: 'gateway-backup',
    format_version: 1,
    gateway_version: version,
    created_at: new Date().toISOString(),
    migrations: [...migrations],
    parts,
    secrets_from_environment: [
      ...(config.encryptionKey === null ? [] : ['ENCRYPTION_KEY']),
      ...(config.signingSecret === null ? [] : ['CALLBACK_SIGNING_SECRET']),
    ],
  };
}

/** The copy and the packed file are in the folder at the same time. */
async function requireSpace(folder: string, databaseBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const needed = databaseBytes * 2;
  if (bavail * bsize < needed)
    throw new CommandError(
      `A backup needs up to ${sizeOf(needed)} in ${folder}, and ${sizeOf(bavail * bsize)} are free: free space, or name another folder with --out.`,
    );
}

/** Never replaces a file that another process has created meanwhile. */
async function putInPlace(draft: string, target: string): Promise<void> {
  try {
    await link(draft, target);
  } catch (error) {
    // Some file systems have no hard links.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw error;
    await rename(draft, target);
  }
}

function explained(error: unknown, folder: string): unknown {
  const { code, message, name } = error as NodeJS.ErrnoException;
  const isFull = ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code ?? '') || /disk is full/.test(message);
  if (isFull)
    return new CommandError(`There is not enough space for the backup in ${folder}: free space, or use --out.`);
  if (code === 'EEXIST') return new CommandError(`The target exists already: choose another name with --out.`);
  if (['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR'].includes(code ?? ''))
    return new CommandError(
      `The backup cannot be stored in ${folder} (${code}): create the folder, or name one that this user may write to with --out.`,
    );
  if (code === 'EIO' || /I\/O error/.test(message))
    return new CommandError(`The backup could not be written to ${folder}: the disk failed, or is full.`);
  return name === 'AbortError' ? new CommandError('The backup was cancelled; no file was left.') : error;
}
