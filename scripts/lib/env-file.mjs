import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { Stop } from './run.mjs';

/**
 * Adds a file's settings to `env`; a name that `env` already has, even empty, keeps its value.
 * @param {string} path a missing file is fine
 * @param {NodeJS.ProcessEnv} env
 */
export function readEnvFile(path, env = process.env) {
  if (!existsSync(path)) return;
  let text;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Stop(`${path} could not be read: ${/** @type {Error} */ (error).message}.`);
  }
  for (const [name, value] of Object.entries(parseEnv(text))) env[name] ??= value;
}
