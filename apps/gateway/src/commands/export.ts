import { writeFile } from 'node:fs/promises';
import { createSealer } from '@gateway/core';
import { openStore } from '@gateway/store';
import { systemClock } from '../service/clock.js';
import { parseConfig } from '../settings/config.js';
import { exported } from '../config-file/export.js';
import { openTarget } from '../config-file/target.js';
import { createLog } from '../service/log.js';
import { findPlatforms } from '../platforms/find-platforms.js';
import { readSecrets } from '../secrets/secrets.js';
import { CommandError, parse, type Terminal } from './command.js';

/** Writes what is stored as a configuration file, without secrets. */
export async function exportFile(args: readonly string[], { env, print, note }: Terminal): Promise<0> {
  const { values } = parse(args, { out: { type: 'string' } });
  const config = parseConfig(env);
  const secrets = readSecrets(config);
  const log = await createLog({ level: 'silent', format: 'json', secrets: [] });
  const platforms = await findPlatforms(config.platformPackages, log);
  const store = await openStore({
    databaseUrl: config.databaseUrl ?? undefined,
    dataDir: config.dataDir,
    maintenance: true,
  });
  const target = openTarget({
    store,
    platforms,
    outgoing: { refuses: () => null },
    clock: systemClock,
    sealer: createSealer(secrets.encryptionKey, secrets.encryptionKeysPrevious),
    publicUrl: config.publicUrl,
  });
  try {
    const text = await exported(target);
    if (values.out === undefined) print(text.trimEnd());
    else {
      await writeFile(values.out, text, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
        throw new CommandError(
          `${values.out} cannot be written (${error.code}): name a new file in a folder that exists.`,
        );
      });
      note(`Written to ${values.out}.`);
    }
    return 0;
  } finally {
    target.writers.settings.stop();
    await store.close();
  }
}
