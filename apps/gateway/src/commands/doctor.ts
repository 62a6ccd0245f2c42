import type { CheckResult } from '@gateway/contract';
import type { Store } from '@gateway/core';
import { openStore } from '@gateway/store';
import { createAddressRules } from '../network/addresses.js';
import { runAllChecks } from '../checks/all.js';
import { createCheckContext } from '../checks/context.js';
import { systemClock } from '../service/clock.js';
import { ConfigError, parseConfig, type Config, type Environment } from '../settings/config.js';
import { createProxyOf } from '../network/egress-proxy.js';
import { createAdapterFetch } from '../fetch/adapter-fetch.js';
import { localUrl } from '../network/local-url.js';
import { createLog } from '../service/log.js';
import { findPlatforms } from '../platforms/find-platforms.js';
import { Sandbox } from '../sandbox/sandbox.js';
import { readSecrets, type Secrets } from '../secrets/secrets.js';
import { parse, type Terminal } from './command.js';

/** Checks the installation, beside a running gateway or without one. The exit code is 1 if a check failed. */
export async function doctor(args: readonly string[], { env, print }: Terminal): Promise<0 | 1> {
  const { values } = parse(args, { json: { type: 'boolean' } });
  const checks = await checksOf(env);
  const isOk = checks.every(({ state }) => state !== 'failed');
  print(values.json === true ? JSON.stringify({ ok: isOk, checks }, null, 2) : table(checks));
  return isOk ? 0 : 1;
}

async function checksOf(env: Environment): Promise<readonly CheckResult[]> {
  let config: Config;
  try {
    config = parseConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [
      { name: 'settings', state: 'failed', text: error.message, advice: 'Correct it, and run the command again.' },
    ];
  }
  const log = await createLog({ level: 'silent', format: 'json', secrets: [] });
  const opened = await open(config);
  const store = typeof opened === 'string' ? null : opened;
  const platforms = await findPlatforms(config.platformPackages, log);
  const rules = createAddressRules({ privateAllowed: !config.useAuth, allowed: config.outboundAllowed });
  const adapters = createAdapterFetch(rules, config.proxy && createProxyOf(config.proxy), log);
  const sandbox = new Sandbox({
    enabled: false,
    dataDir: config.dataDir,
    platforms,
    store: store ?? ({} as Pick<Store, 'channels'>),
    log,
  });
  try {
    return await runAllChecks(
      createCheckContext({
        config,
        store,
        ...(typeof opened === 'string' && { storeProblem: opened }),
        secrets: secretsOf(config),
        localUrl: config.port === 0 ? null : localUrl(config.host, config.port),
        platforms,
        rules,
        adapters,
        sandbox,
        clock: systemClock,
        log,
      }),
    );
  } finally {
    await adapters.close();
    await store?.close();
  }
}

/** The secrets, or why they cannot be read. */
function secretsOf(config: Config): Secrets | string {
  try {
    return readSecrets(config);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

/** The store, or why it cannot be opened. */
async function open({ databaseUrl, dataDir }: Config): Promise<Store | string> {
  try {
    return await openStore({ databaseUrl: databaseUrl ?? undefined, dataDir, maintenance: true });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function table(checks: readonly CheckResult[]): string {
  const width = Math.max(...checks.map(({ name }) => name.length));
  const lines = checks.flatMap(({ name, state, text, advice }) => [
    `${state.padEnd(8)} ${name.padEnd(width)}  ${text}`,
    ...(advice === null ? [] : [`${' '.repeat(width + 11)}${advice}`]),
  ]);
  const count = (state: CheckResult['state']) => checks.filter((check) => check.state === state).length;
  return [
    ...lines,
    '',
    `failed: ${count('failed')}, warnings: ${count('warning')}, ok: ${count('ok')}, skipped: ${count('skipped')}`,
  ].join('\n');
}
