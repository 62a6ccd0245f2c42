import path from 'node:path';
import { beginDatabase, databaseFile, hasContent } from '@gateway/store';
import { ConfigError, type Config } from './config.js';
import { generatedSecrets } from './secrets.js';

/**
 * Refuses to create a database where a gateway has run: its generated secrets are in the folder and its database is not. A new
 * gateway's database is begun before its first secret is generated, so that a crash in between does not look like that.
 */
export async function prepareDatabase({ databaseUrl, dataDir, newDatabase }: Config): Promise<void> {
  const file = path.resolve(databaseFile(dataDir));
  try {
    if (databaseUrl !== null || hasContent(file)) return;
    const secrets = generatedSecrets(dataDir);
    if (secrets.length > 0 && !newDatabase) {
      throw new ConfigError(
        `The database ${file} is missing or empty, but ${secrets.join(' and ')} beside it ${secrets.length === 1 ? 'belongs' : 'belong'} to one: restore it from a backup, or point DATA_DIR at the right folder. To begin with a new database, set NEW_DATABASE=true for this start.`,
      );
    }
    await beginDatabase(file);
  } catch (error) {
    // A folder that cannot be used: what needs it first says so.
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
  }
}
