import path from 'node:path';
import { unescape } from 'node:querystring';
import { webhookSecret } from '@gateway/core';
import { isLoopback } from '../network/addresses.js';
import { systemClock } from './clock.js';
import { parseConfig, type Config } from '../settings/config.js';
import { explainedErrors } from './explained-errors.js';
import { createLog } from './log.js';
import { prepareDataFolder } from './data-folder.js';
import { logStrayErrors } from '../platforms/stray-errors.js';
import { loadSecrets, signingSecretFile } from '../secrets/secrets.js';
import { startService } from './service.js';
import { stopBy } from './start-signals.js';

/** A second signal within this time repeats the first: a terminal signals both npm and its child, and npm forwards its own. */
const REPEATED_SIGNAL_MS = 1000;

async function main(): Promise<void> {
  const config = parseConfig(process.env, process.stdout.isTTY);
  await prepareDataFolder(config);
  const secrets = loadSecrets(config);
  const log = await createLog({
    level: config.logLevel,
    format: config.logFormat,
    secrets: [
      ...secrets.signing.flatMap((secret) => [secret, webhookSecret(secret)]),
      Buffer.from(secrets.encryptionKey).toString('base64'),
      config.bootstrapKey ?? '',
      config.metricsToken ?? '',
      ...passwordOf(config.databaseUrl),
    ],
  });
  logStrayErrors(config.platformPackages, log);
  for (const { given, meant } of config.misspelled)
    log.warn(`${given} is set, but there is no such setting. Did you mean ${meant}?`);
  const service = await startService(config, secrets, log, systemClock);
  if (!config.useAuth) {
    const isLocalOnly = isLoopback(config.host) || ['0.0.0.0', '::'].includes(config.host);
    const who = isLocalOnly ? 'every program on this machine' : `everyone who can reach ${config.host}`;
    log.warn(`Authentication is off: ${who} may use /v1. Set USE_AUTH=true and GATEWAY_API_KEY to change that.`);
  }

  if (config.signingSecret === null)
    log.info(
      { file: path.resolve(config.dataDir, signingSecretFile) },
      'Callbacks are signed with the secret in this file; the console shows it to owners',
    );

  let signalledAt: number | null = null;
  const stop = (signal: string): void => {
    if (signalledAt !== null) {
      if (Date.now() - signalledAt > REPEATED_SIGNAL_MS) process.exit(1);
      return;
    }
    signalledAt = Date.now();
    log.info({ signal }, 'Stopping');
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'Stopping failed; unrecorded work is repeated after the next start');
        process.exit(1);
      },
    );
  };
  stopBy(stop);
  // Printed last: a process that waits for this line may send a signal immediately.
  process.stdout.write(`${readyLine(config, service.url)}\n`);
}

function readyLine(config: Config, url: string): string {
  const docs = config.enableDocs ? `${url}/docs` : 'off (ENABLE_DOCS=true)';
  const data = config.databaseUrl === null ? path.resolve(config.dataDir) : 'PostgreSQL';
  const auth = config.useAuth ? 'on' : 'off (USE_AUTH=true)';
  return `Gateway ready at ${url}  console: ${url}/console  docs: ${docs}  data: ${data}  auth: ${auth}`;
}

/** The password as written in the address, and decoded. */
function passwordOf(databaseUrl: string | null): string[] {
  if (databaseUrl === null) return [];
  const { password } = new URL(databaseUrl);
  return [password, unescape(password)];
}

main().catch((error: unknown) => {
  const isExplained = error instanceof Error && explainedErrors.has(error.name);
  process.stderr.write(
    `${isExplained ? `The gateway cannot start: ${error.message}` : String(error instanceof Error ? error.stack : error)}\n`,
  );
  process.exit(1);
});
