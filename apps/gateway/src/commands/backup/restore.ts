import { copyFile, chmod, mkdir, mkdtemp, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { databaseFile, hasContent, inspectDatabase, knownMigrations, lockFile } from '@gateway/store';
import { parseConfig } from '../../settings/config.js';
import { encryptionKeyFile, signingSecretFile } from '../../secrets/secrets.js';
import { CommandError, parse, type Terminal } from '../command.js';
import { firstBytes, readArchive } from './archive.js';
import type { Manifest, PartName } from './manifest.js';
import { passphraseIn } from './passphrase.js';

/** Puts a backup into an empty DATA_DIR. Everything is checked in a temporary folder before the first file is put in place. */
export async function restore(args: readonly string[], { env, print, note, signal }: Terminal): Promise<0> {
  const { values, words } = parse(args, { 'passphrase-file': { type: 'string' } }, ['<file>']);
  const file = path.resolve(words[0] ?? '');
  const config = parseConfig(env);
  if (config.databaseUrl !== null)
    throw new CommandError(
      'The database is PostgreSQL. Restore it with its own tool: pg_restore --clean --if-exists --no-owner --dbname="$DATABASE_URL" gateway.dump. See docs/operations.md.',
    );
  const start = await firstBytes(file);
  const passphraseFile = values['passphrase-file'];
  const passphrase = passphraseFile === undefined ? null : await passphraseIn(passphraseFile);
  const folder = path.resolve(config.dataDir);
  const database = databaseFile(folder);
  let work: string | null = null;
  let lock: { release(): void } | null = null;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    lock = lockFile(database);
    refuseExisting([database, `${database}-wal`]);
    work = await mkdtemp(path.join(folder, '.restore-'));
    const known = await knownMigrations();
    note(`Checking ${file}`);
    const found = start.toString('latin1').startsWith('SQLite format 3')
      ? await copied(file, work)
      : await readArchive(file, work, {
          passphrase,
          signal,
          accept: ({ migrations }) => refuseNewer(migrations, known),
        });
    const restored = path.join(work, 'gateway.db');
    const { damages, migrations } = inspectDatabase(restored);
    if (damages.length > 0)
      throw new CommandError(`The database in ${file} is damaged (${damages[0]}): use another backup.`);
    if (migrations.length === 0) throw new CommandError(`${file} is no database of the gateway.`);
    refuseNewer(migrations, known);
    const secrets = await secretsToPut(work, folder, found);
    signal.throwIfAborted();
    // The database comes last: secrets without a database are a state that the gateway refuses, and a second restore completes.
    for (const name of [...secrets, 'gateway.db']) {
      await chmod(path.join(work, name), 0o600);
      await rename(path.join(work, name), path.join(folder, name));
    }
    await syncFolder(folder);
    print(
      found === null
        ? `Restored the database of ${file} into ${folder}. Start the gateway with npm start.`
        : `Restored the backup of ${found.created_at} (version ${found.gateway_version}) into ${folder}. Start the gateway with npm start.`,
    );
    for (const name of found?.secrets_from_environment ?? [])
      note(`The backup needs ${name} in the environment, with the value of that time.`);
    return 0;
  } catch (error) {
    throw explained(error, folder);
  } finally {
    if (work !== null) await rm(work, { recursive: true, force: true });
    lock?.release();
  }
}

/** A copy that the gateway made before a migration is a database without secrets. */
async function copied(file: string, work: string): Promise<null> {
  await copyFile(file, path.join(work, 'gateway.db'));
  await chmod(path.join(work, 'gateway.db'), 0o600);
  return null;
}

function refuseExisting(files: readonly string[]): void {
  const existing = files.filter(hasContent);
  if (existing.length > 0)
    throw new CommandError(
      `${existing.join(' and ')} would be replaced: set DATA_DIR to an empty folder, or move the files away first.`,
    );
}

function refuseNewer(migrations: readonly string[], known: readonly string[]): void {
  const unknown = migrations.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new CommandError(
      `The backup was made by a newer version of the gateway (its database has ${unknown}): install that version or a newer one.`,
    );
}

/** The secrets of the backup that the folder lacks. Equal ones are kept; a different one is never replaced. */
async function secretsToPut(work: string, folder: string, found: Manifest | null): Promise<PartName[]> {
  const missing: PartName[] = [];
  const different: string[] = [];
  for (const name of [encryptionKeyFile, signingSecretFile] as const) {
    if (!found?.parts.some((part) => part.name === name)) continue;
    const target = path.join(folder, name);
    if (!hasContent(target)) missing.push(name);
    else if ((await readFile(target, 'utf8')).trim() !== (await readFile(path.join(work, name), 'utf8')).trim())
      different.push(target);
  }
  refuseExisting(different);
  return missing;
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder.
  const handle = await open(folder).catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

function explained(error: unknown, folder: string): unknown {
  const { code, message, name } = error as NodeJS.ErrnoException;
  if (name === 'DatabaseInUse') return new CommandError(`A gateway is using ${folder}: stop it first.`);
  if (['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code ?? '') || /disk is full/.test(message))
    return new CommandError(
      `There is not enough space for the database in ${folder}: free space. Nothing was restored.`,
    );
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(code ?? ''))
    return new CommandError(
      `DATA_DIR is ${folder}, where nothing can be stored (${code}): name a folder that this user may write to.`,
    );
  return name === 'AbortError' ? new CommandError('The restore was cancelled; nothing was put in place.') : error;
}
