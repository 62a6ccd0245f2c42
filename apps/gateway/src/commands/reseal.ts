import { createSealer, DEFAULT_ORGANIZATION, reseal as resealStored, resealPush, resealSecrets } from '@gateway/core';
import { openStore } from '@gateway/store';
import { systemClock } from '../service/clock.js';
import { parseConfig } from '../settings/config.js';
import { readSecrets } from '../secrets/secrets.js';
import { CommandError, parse, type Terminal } from './command.js';

/** Encrypts all stored credentials and addresses with the current key, so that the old one can be removed. */
export async function reseal(args: readonly string[], { env, print }: Terminal): Promise<0> {
  parse(args, {});
  const config = parseConfig(env);
  const secrets = readSecrets(config);
  const store = await openStore({
    databaseUrl: config.databaseUrl ?? undefined,
    dataDir: config.dataDir,
    maintenance: true,
  });
  try {
    const sealer = createSealer(secrets.encryptionKey, secrets.encryptionKeysPrevious);
    const { credentials, addresses } = await resealStored({ store, sealer, clock: systemClock }, DEFAULT_ORGANIZATION);
    const factors = await resealSecrets({ store, sealer }, DEFAULT_ORGANIZATION);
    const push = await resealPush({ store, sealer }, DEFAULT_ORGANIZATION);
    print(
      `Encrypted again: the credentials of ${credentials.changed} channels, ${addresses.changed} stored addresses, the second factors of ${factors.changed} operators, ${push.changed} secrets of notifications.`,
    );
    if (credentials.unreadable.length > 0)
      throw new CommandError(
        `The credentials of ${credentials.unreadable.join(', ')} were encrypted with a key that is missing: name it in ENCRYPTION_KEY_PREVIOUS, or enter the credentials again.`,
      );
    if (factors.unreadable.length > 0)
      throw new CommandError(
        `The second factors of the operators ${factors.unreadable.join(', ')} were encrypted with a key that is missing: name it in ENCRYPTION_KEY_PREVIOUS, or run gateway-server operator reset-second-factor.`,
      );
    if (push.unreadable > 0)
      throw new CommandError(
        `${push.unreadable} secrets of notifications were encrypted with a key that is missing: name it in ENCRYPTION_KEY_PREVIOUS. Without it no notification can be sent.`,
      );
    if (addresses.unreadable > 0)
      throw new CommandError(
        `${addresses.unreadable} addresses were encrypted with a key that is missing: name it in ENCRYPTION_KEY_PREVIOUS. Without it their callbacks cannot be delivered.`,
      );
    if (!addresses.complete)
      throw new CommandError(
        'A running gateway still encrypts with an older key: restart every instance with the new ENCRYPTION_KEY, then repeat this command.',
      );
    print('Everything is encrypted with the current key. ENCRYPTION_KEY_PREVIOUS can be removed.');
    return 0;
  } finally {
    await store.close();
  }
}
