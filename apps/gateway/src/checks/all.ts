import type { CheckResult } from '@gateway/contract';
import { adapters } from './adapters.js';
import { channelCredentials } from './channels.js';
import { failed, type Check, type CheckContext } from './check.js';
import { dataFolder } from './data-folder.js';
import { database } from './database.js';
import { running } from './gateway.js';
import { platformReach } from './platforms.js';
import { provider } from './provider.js';
import { publicAddress } from './public-address.js';
import { receivers } from './receivers.js';
import { sealing } from './sealing.js';
import { settingNames } from './settings.js';

const checks: readonly Check[] = [
  settingNames,
  database,
  dataFolder,
  adapters,
  platformReach,
  running,
  publicAddress,
  provider,
  channelCredentials,
  receivers,
  sealing,
];

/** Runs all checks at once, each with its own time limit. Never rejects, and no text contains a secret. */
export async function runAllChecks(context: CheckContext): Promise<CheckResult[]> {
  return (await Promise.all(checks.map((check) => limited(check, context)))).flat();
}

async function limited({ name, timeoutMs, run }: Check, context: CheckContext): Promise<readonly CheckResult[]> {
  const over = new AbortController();
  // Unlike AbortSignal.timeout, a timer keeps the process of `gateway-server doctor` alive while an adapter hangs.
  const timer = setTimeout(() => over.abort(), timeoutMs);
  const late = new Promise<readonly CheckResult[]>((resolve) => {
    over.signal.addEventListener('abort', () =>
      resolve([
        failed(name, `The check did not end within ${timeoutMs / 1000} s.`, 'Try again; the log may say why it hangs.'),
      ]),
    );
  });
  const ran = run(context, over.signal).catch((error: unknown) => [
    failed(
      name,
      `The check itself failed: ${error instanceof Error ? error.message : String(error)}`,
      'Report this as a bug, with this sentence.',
    ),
  ]);
  return await Promise.race([ran, late]).finally(() => clearTimeout(timer));
}
