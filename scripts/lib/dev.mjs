import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.mjs';

/** The built gateway. */
export const gatewayEntry = join(root, 'apps/gateway/dist/main.js');

/**
 * Settings of the development gateway: a database of its own in data/dev, and the sandbox on. The environment may replace each.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {NodeJS.ProcessEnv & { DATA_DIR: string }}
 */
export function devSettings(env = process.env) {
  const settings = { DATA_DIR: join(root, 'data/dev'), SANDBOX: 'true', HOST: '127.0.0.1', ...env };
  mkdirSync(settings.DATA_DIR, { recursive: true });
  return settings;
}
