import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigError, type Config } from './config.js';
import { settings } from './settings.js';

/** The secrets that the service runs with. */
export interface Secrets {
  readonly encryptionKey: Uint8Array;
  readonly encryptionKeysPrevious: readonly Uint8Array[];
  /** The current signing secret, then older ones. */
  readonly signing: readonly [string, ...string[]];
}

/** Files of generated secrets that are in a data folder. */
export function generatedSecrets(dataDir: string): string[] {
  return ['encryption-key', signingSecretFile].filter((name) => existsSync(path.join(dataDir, name)));
}

/** In the data folder; holds the secret without a line break. */
export const signingSecretFile = 'callback-signing-secret';

/** Takes secrets from the configuration; what is missing is generated once into the data folder, readable by its owner alone. */
export function loadSecrets(config: Config): Secrets {
  const encryptionKey =
    config.encryptionKey ??
    Buffer.from(
      generated(config.dataDir, 'encryption-key', () => randomBytes(32).toString('base64')),
      'base64',
    );
  if (encryptionKey.length !== 32) {
    throw damaged(config.dataDir, 'encryption-key', 'ENCRYPTION_KEY');
  }
  const signing =
    config.signingSecret ??
    generated(config.dataDir, signingSecretFile, () => `whsec_${randomBytes(32).toString('base64')}`);
  // With an empty key anybody could sign.
  if (settings.CALLBACK_SIGNING_SECRET.parse(signing) === undefined)
    throw damaged(config.dataDir, signingSecretFile, 'CALLBACK_SIGNING_SECRET');
  return {
    encryptionKey,
    encryptionKeysPrevious: config.encryptionKeysPrevious,
    signing: [signing, ...config.signingSecretsPrevious],
  };
}

function damaged(dataDir: string, file: string, setting: string): ConfigError {
  return new ConfigError(`${path.resolve(dataDir, file)} is damaged: restore it from a backup, or set ${setting}.`);
}

function generated(dataDir: string, name: string, make: () => string): string {
  try {
    return readOrMake(dataDir, name, make);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `DATA_DIR is ${JSON.stringify(dataDir)}, where ${name} cannot be kept (${code}): it must be a folder that this user may write to.`,
    );
  }
}

function readOrMake(dataDir: string, name: string, make: () => string): string {
  const file = path.join(dataDir, name);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // Written aside and linked into place: a crash leaves no half of a secret, and a second process wins or loses whole.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, make(), { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
    chmodSync(file, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
}
