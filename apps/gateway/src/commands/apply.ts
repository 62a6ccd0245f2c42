import { createSealer } from '@gateway/core';
import { openStore } from '@gateway/store';
import { createAddressRules } from '../network/addresses.js';
import { systemClock } from '../service/clock.js';
import { parseConfig } from '../settings/config.js';
import { applyFile } from '../config-file/apply.js';
import { readFile } from '../config-file/read-file.js';
import { textOf } from '../config-file/text.js';
import { createLog } from '../service/log.js';
import { findPlatforms } from '../platforms/find-platforms.js';
import { readSecrets } from '../secrets/secrets.js';
import { parse, UsageError, type Terminal } from './command.js';

/** Applies a configuration file, beside a running gateway or without one. The exit code is 2 if `--dry-run` finds differences. */
export async function apply(args: readonly string[], { env, print }: Terminal): Promise<0 | 2> {
  const { values, words } = parse(
    args,
    { 'dry-run': { type: 'boolean' }, json: { type: 'boolean' }, prune: { type: 'boolean' } },
    [],
    1,
  );
  const config = parseConfig(env);
  const document = words[0] === undefined ? config.configFile : readFile(words[0], env);
  if (document === null) throw new UsageError('Name a file, or set CONFIG_FILE.');
  const dryRun = values['dry-run'] === true;
  const secrets = readSecrets(config);
  const log = await createLog({ level: 'silent', format: 'json', secrets: [] });
  const platforms = await findPlatforms(config.platformPackages, log);
  const rules = createAddressRules({ privateAllowed: !config.useAuth, allowed: config.outboundAllowed });
  const store = await openStore({
    databaseUrl: config.databaseUrl ?? undefined,
    dataDir: config.dataDir,
    maintenance: true,
  });
  try {
    const applied = await applyFile(
      document,
      {
        store,
        platforms,
        outgoing: { refuses: (url) => rules.refusesHost(new URL(url).hostname) },
        clock: systemClock,
        sealer: createSealer(secrets.encryptionKey, secrets.encryptionKeysPrevious),
        publicUrl: config.publicUrl,
      },
      { dryRun, prune: values.prune === true },
    );
    print(values.json === true ? JSON.stringify(applied, null, 2) : textOf(applied, dryRun));
    return dryRun && applied.changes.length > 0 ? 2 : 0;
  } finally {
    await store.close();
  }
}
