import path from 'node:path';
import { createEmptyDatabase, databaseFile, hasContent } from '@gateway/store';
import { ConfigError, type Config } from './config.js';
import { generatedSecrets } from './secrets.js';

/**
 * Refuses to create a database in a folder with generated secrets but no database: a gateway ran there, and its database is lost. At the
 * first start the database file is created before the secrets, so that a crash in between does not look like a lost database.
 */
export async function prepareDatabase({ databaseUrl, dataDir, newDatabase }: Config): Promise<void> {
  const file = path.resolve(databaseFile(dataDir));
  try {
    if (databaseUrl !== null || hasContent(file)) return;
    const secrets = generatedSecrets(dataDir);
    if (secrets.length > 0 && !newDatabase) {
      throw new ConfigError(
        `The database ${file} is missing or empty, but ${secrets.join(' and ')} in the same folder ${secrets.length === 1 ? 'belongs' : 'belong'} to one: restore it from a backup, or point DATA_DIR at the right folder. To start with a new database, set NEW_DATABASE=true for this start.`,
      );
    }
    await createEmptyDatabase(file);
  } catch (error) {
    // The folder cannot be used: the code that opens the database reports it.
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
  }
}
