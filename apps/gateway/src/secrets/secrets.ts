import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigError, type Config } from '../settings/config.js';
import { settings } from '../settings/settings.js';

/** The secrets that the service uses. */
export interface Secrets {
  readonly encryptionKey: Uint8Array;
  readonly encryptionKeysPrevious: readonly Uint8Array[];
  /** The current signing secret, followed by older ones. */
  readonly signing: readonly [string, ...string[]];
}

export type SecretSetting = 'ENCRYPTION_KEY' | 'CALLBACK_SIGNING_SECRET';

/** Names of the generated secrets' files that exist in a data folder. */
export function generatedSecrets(dataDir: string): string[] {
  return [encryptionKeyFile, signingSecretFile].filter((name) => existsSync(path.join(dataDir, name)));
}

/** Files in the data folder. Each contains a secret without a line break. */
export const encryptionKeyFile = 'encryption-key';
export const signingSecretFile = 'callback-signing-secret';

/** Reads the secrets from the configuration. Missing ones are generated once into files in the data folder, readable only by their owner. */
export function loadSecrets(config: Config): Secrets {
  const encryptionKey =
    config.encryptionKey ??
    Buffer.from(
      generated(config.dataDir, encryptionKeyFile, () => randomBytes(32).toString('base64')),
      'base64',
    );
  if (encryptionKey.length !== 32) {
    throw damaged(config.dataDir, encryptionKeyFile, 'ENCRYPTION_KEY');
  }
  const signing =
    config.signingSecret ??
    generated(config.dataDir, signingSecretFile, () => `whsec_${randomBytes(32).toString('base64')}`);
  // With an empty key, anyone could forge signatures.
  if (settings.CALLBACK_SIGNING_SECRET.parse(signing) === undefined)
    throw damaged(config.dataDir, signingSecretFile, 'CALLBACK_SIGNING_SECRET');
  return {
    encryptionKey,
    encryptionKeysPrevious: config.encryptionKeysPrevious,
    signing: [signing, ...config.signingSecretsPrevious],
  };
}

/** The setting of the first secret that is neither set nor in a file, and the path of that file; null: none is missing. */
export function missingSecret(config: Config): { setting: SecretSetting; file: string } | null {
  const found = generatedSecrets(config.dataDir);
  for (const [setting, given, name] of [
    ['ENCRYPTION_KEY', config.encryptionKey, encryptionKeyFile],
    ['CALLBACK_SIGNING_SECRET', config.signingSecret, signingSecretFile],
  ] as const)
    if (given === null && !found.includes(name)) return { setting, file: path.resolve(config.dataDir, name) };
  return null;
}

/** As `loadSecrets`, but generates nothing: a missing or damaged secret is a `ConfigError`. */
export function readSecrets(config: Config): Secrets {
  const missing = missingSecret(config);
  if (missing === null) return loadSecrets(config);
  throw new ConfigError(
    `${missing.file} is missing: restore it from a backup, or set ${missing.setting} and DATA_DIR as for the gateway.`,
  );
}

function damaged(dataDir: string, file: string, setting: string): ConfigError {
  return new ConfigError(`${path.resolve(dataDir, file)} is damaged: restore it from a backup, or set ${setting}.`);
}

function generated(dataDir: string, name: string, create: () => string): string {
  try {
    return readOrCreate(dataDir, name, create);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `DATA_DIR is ${JSON.stringify(dataDir)}, where ${name} cannot be stored (${code}): it must be a folder that this user may write to.`,
    );
  }
}

function readOrCreate(dataDir: string, name: string, create: () => string): string {
  const file = path.join(dataDir, name);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // Written to a draft and hard-linked into place: a crash leaves no partial secret, and of two processes exactly one succeeds.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, create(), { mode: 0o600, flush: true });
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
