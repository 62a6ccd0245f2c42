import { createSealer, DEFAULT_ORGANIZATION, reseal as resealChannels, resealSecrets } from '@gateway/core';
import { openStore } from '@gateway/store';
import { systemClock } from '../clock.js';
import { parseConfig } from '../config.js';
import { readSecrets } from '../secrets.js';
import { CommandError, parse, type Terminal } from './command.js';

/** Encrypts the credentials of all channels with the current key, so that the old one can be removed. */
export async function reseal(args: readonly string[], { env, print }: Terminal): Promise<0> {
  parse(args, {});
  const config = parseConfig(env);
  const secrets = readSecrets(config);
  if (secrets === null)
    throw new CommandError('There is no encryption key: set ENCRYPTION_KEY or DATA_DIR as for the gateway.');
  const store = await openStore({
    databaseUrl: config.databaseUrl ?? undefined,
    dataDir: config.dataDir,
    maintenance: true,
  });
  try {
    const sealer = createSealer(secrets.encryptionKey, secrets.encryptionKeysPrevious);
    const { changed, unreadable } = await resealChannels({ store, sealer, clock: systemClock }, DEFAULT_ORGANIZATION);
    const factors = await resealSecrets({ store, sealer }, DEFAULT_ORGANIZATION);
    if (factors.unreadable.length > 0)
      throw new CommandError(
        `The second factors of the operators ${factors.unreadable.join(', ')} were encrypted with a key that is missing: name it in ENCRYPTION_KEY_PREVIOUS, or run gateway operator reset-second-factor.`,
      );
    if (unreadable.length > 0)
      throw new CommandError(
        `The credentials of ${changed} channels were encrypted again. Those of ${unreadable.join(', ')} were encrypted with a key that is missing: name it in ENCRYPTION_KEY_PREVIOUS, or enter the credentials again.`,
      );
    print(
      `The credentials of ${changed} channels and the second factors of ${factors.changed} operators were encrypted again. All are encrypted with the current key. The gateway does the same with addresses, in the background after a start: its log says "Stored addresses are sealed".`,
    );
    return 0;
  } finally {
    await store.close();
  }
}
