import { existsSync } from 'node:fs';
import path from 'node:path';
import { createEmptyDatabase, databaseFile, hasContent, hasTables } from '@gateway/store';
import { ConfigError, type Config } from '../settings/config.js';
import { generatedSecrets, missingSecret, type SecretSetting } from '../secrets/secrets.js';

/**
 * Refuses a data folder of which a part was lost: secrets without their database, or a database without its secrets. At the first start
 * the database file is created before the secrets, and these before the tables, so that a crash in between does not look like a loss.
 */
export async function prepareDataFolder(config: Config): Promise<void> {
  if (config.databaseUrl !== null) return;
  const file = path.resolve(databaseFile(config.dataDir));
  try {
    if (hasContent(file)) return requireSecrets(config, file);
    if (!config.newDatabase) refuseLostDatabase(file, config.dataDir);
    await createEmptyDatabase(file);
  } catch (error) {
    // The folder cannot be used: the code that opens the database reports it.
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
  }
}

function refuseLostDatabase(file: string, dataDir: string): void {
  const secrets = generatedSecrets(dataDir);
  const advice =
    'restore it from a backup, or point DATA_DIR at the right folder. To start with a new database, set NEW_DATABASE=true for this start.';
  if (secrets.length > 0)
    throw new ConfigError(
      `The database ${file} is missing or empty, but ${secrets.join(' and ')} in the same folder ${secrets.length === 1 ? 'belongs' : 'belong'} to one: ${advice}`,
    );
  // The gateway never leaves an empty file, so something else emptied it.
  if (existsSync(file)) throw new ConfigError(`The database ${file} is empty, so its content was lost: ${advice}`);
}

/** What to do when a secret cannot be found again. */
const replacement: Readonly<Record<SecretSetting, string>> = {
  ENCRYPTION_KEY:
    'set ENCRYPTION_KEY to a new key (openssl rand -base64 32), and enter the credentials of all channels again',
  CALLBACK_SIGNING_SECRET:
    'set CALLBACK_SIGNING_SECRET to a new one (openssl rand -hex 32), and give it to all receivers of callbacks',
};

/** A new key could not read the stored credentials, and receivers would refuse callbacks with a new signature. */
function requireSecrets(config: Config, file: string): void {
  const missing = missingSecret(config);
  if (missing === null || !hasTables(file)) return;
  throw new ConfigError(
    `${missing.file} is missing, but the database ${file} belongs to it: restore it from a backup, or set ${missing.setting} to its content. If it is lost, ${replacement[missing.setting]}.`,
  );
}
