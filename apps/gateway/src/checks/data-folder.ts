import { randomBytes } from 'node:crypto';
import { rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CheckResult } from '@gateway/contract';
import { databaseFile } from '@gateway/store';
import { diskSpace } from '../service/disk-space.js';
import { encryptionKeyFile, signingSecretFile } from '../secrets/secrets.js';
import { failed, ok, skipped, warning, type Check } from './check.js';

const name = 'DATA_DIR';
const space = 'disk space';
const FAILED_BELOW_BYTES = 100 * 1_048_576;

/** By the error of a write. */
const adviceOn: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full: free space, or set the retention of old records when the gateway runs again.',
  EDQUOT: 'The quota of the user is used up: free space, or raise the quota.',
  EROFS: 'The disk is read-only: mount it for writing, and look in the log of the system for the reason.',
};

/** Whether the folder can be written, is private, and has space. */
export const dataFolder: Check = {
  name,
  timeoutMs: 10_000,
  async run({ config }) {
    const folder = path.resolve(config.dataDir);
    const found = await stat(folder).catch((error: NodeJS.ErrnoException) => error);
    if (found instanceof Error)
      return [failed(name, `${folder} cannot be used (${found.code}).`, 'Create the folder, or correct DATA_DIR.')];
    const test = path.join(folder, `.check-${randomBytes(6).toString('hex')}`);
    try {
      await writeFile(test, 'test', { mode: 0o600 });
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      const advice = adviceOn[code] ?? 'Give the folder to the user of the gateway, or correct DATA_DIR.';
      return [failed(name, `${folder} is not writable (${code}).`, advice), await freeSpace(folder, config.lowDiskMb)];
    } finally {
      await rm(test, { force: true }).catch(() => {});
    }
    return [await privacy(folder), await freeSpace(folder, config.lowDiskMb)];
  },
};

async function privacy(folder: string): Promise<CheckResult> {
  if (process.platform === 'win32') return skipped(name, 'The rights of files are not checked on Windows.');
  const secrets = [databaseFile(folder), path.join(folder, encryptionKeyFile), path.join(folder, signingSecretFile)];
  const readable: string[] = [];
  for (const file of [folder, ...secrets]) {
    const found = await stat(file).catch(() => null);
    if (found && (found.mode & 0o077) !== 0) readable.push(file);
  }
  return readable.length === 0
    ? ok(name, `${folder} is writable, and private to its owner.`)
    : warning(name, `Other users of this machine can read ${readable.join(', ')}.`, `Run: chmod -R go-rwx ${folder}`);
}

async function freeSpace(folder: string, lowMb: number): Promise<CheckResult> {
  const { isLow, freeBytes, text } = await diskSpace(folder, lowMb);
  if (freeBytes < FAILED_BELOW_BYTES)
    return failed(space, text, 'Free space now: with a full disk nothing can be stored.');
  if (isLow) return warning(space, text, 'Free space, or set the retention of old records.');
  return ok(space, text);
}
